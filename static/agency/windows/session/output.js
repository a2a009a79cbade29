import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { readOutput } from "../../intents/read_output.js";
import { attempt } from "./attempt.js";

/** Lines shown at once of a text that may be very long. */
const STEP = 400;

/** A text of any length: its beginning first, more on demand. @param {{text: string, class?: string, label?: string}} props */
export function LongText({ text, class: extra = "", label }) {
  const [limit, setLimit] = useState(40);
  const lines = text.split("\n");
  const left = lines.length - limit;
  return h(
    "div",
    { class: "long-text" },
    h(
      "pre",
      { class: extra, tabIndex: 0, "aria-label": label },
      left > 0 ? lines.slice(0, limit).join("\n") : text,
    ),
    left > 0 &&
      h(
        "button",
        { type: "button", class: "button quiet small", onClick: () => setLimit(limit + STEP) },
        t("Show {n} more lines", { n: Math.min(left, STEP) }),
      ),
  );
}

/** The whole of a result that was cut for the model, read when asked for. @param {{callId: string}} props */
export function WholeOutput({ callId }) {
  const [text, setText] = useState(/** @type {string | null} */ (null));
  const [isBusy, setBusy] = useState(false);
  const read = async () => {
    setBusy(true);
    await attempt(async () => setText(await readOutput(callId)), t("The output was not read"));
    setBusy(false);
  };
  if (text !== null) return h(LongText, { text, class: "terminal", label: t("Whole output") });
  return h(
    "button",
    { type: "button", class: "button small", disabled: isBusy, onClick: read },
    isBusy ? t("Reading…") : t("Show the whole output"),
  );
}
