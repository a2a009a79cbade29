import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { copyText } from "../../ui/copy-id.js";
import { Icon } from "../../ui/icon.js";
import { attempt } from "./attempt.js";

/** @param {{text: string, label: string}} props */
export function CopyText({ text, label }) {
  const [isDone, setDone] = useState(false);
  const copy = async () => {
    await attempt(() => copyText(text), t("Not copied"));
    setDone(true);
    setTimeout(() => setDone(false), 1_200);
  };
  return h(
    "button",
    { type: "button", class: "icon-button", title: label, "aria-label": label, onClick: copy },
    h(Icon, { name: isDone ? "check" : "copy", size: 14 }),
  );
}
