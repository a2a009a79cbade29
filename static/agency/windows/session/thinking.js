import { h } from "preact";
import { t } from "../../core/i18n.js";
import { duration } from "../../core/time.js";
import { Markdown } from "../../md/markdown.js";
import { Icon } from "../../ui/icon.js";

/** A model's thinking, folded with its seconds. @param {{text: string, seconds: number | null, live?: boolean}} props */
export function Thinking({ text, seconds, live = false }) {
  const label = live
    ? t("Thinking…")
    : seconds === null
      ? t("Thought")
      : t("Thought for {time}", { time: duration(seconds) });
  return h(
    "details",
    { class: `thinking ${live ? "live" : ""}` },
    h("summary", null, h(Icon, { name: "brain", size: 14 }), h("span", null, label)),
    text.trim()
      ? h(Markdown, { text, live })
      : h("p", { class: "dim small" }, t("The model did not show its thoughts.")),
  );
}

/** Thinking that the provider keeps to itself. */
export function HiddenThinking() {
  return h(
    "p",
    { class: "thinking dim small" },
    h(Icon, { name: "eye-off", size: 14 }),
    t("Hidden thinking"),
  );
}
