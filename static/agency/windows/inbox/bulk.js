import { h } from "preact";
import { useState } from "preact/hooks";
import { t, tn } from "../../core/i18n.js";
import { report } from "../../desktop/commands.js";
import { answerInterruption } from "../../intents/answer_interruption.js";
import { toast } from "../../ui/toast.js";

/** One decision for several marked approvals; each is its own answer. @param {{list: import("../../types/api").Interruption[], onDone: () => void}} props */
export function Bulk({ list, onDone }) {
  const [busy, setBusy] = useState(false);
  const decide = async (/** @type {Record<string, unknown>} */ answer) => {
    setBusy(true);
    const results = await Promise.allSettled(list.map((one) => answerInterruption(one.id, answer)));
    const lost = results.filter((one) => one.status === "fulfilled" && !one.value.won).length;
    const failed = results.find((one) => one.status === "rejected");
    if (failed) report(/** @type {PromiseRejectedResult} */ (failed).reason);
    if (lost > 0)
      toast(
        tn("{count} was answered elsewhere first.", "{count} were answered elsewhere first.", lost),
      );
    setBusy(false);
    onDone();
  };
  return h(
    "div",
    { class: "bulk", role: "group", "aria-label": t("Marked approvals") },
    h("span", { class: "grow" }, tn("{count} marked", "{count} marked", list.length)),
    h(
      "button",
      { type: "button", class: "button small", onClick: onDone, disabled: busy },
      t("Unmark"),
    ),
    h(
      "button",
      {
        type: "button",
        class: "button small",
        onClick: () => decide({ decision: "deny" }),
        disabled: busy,
      },
      t("Deny all"),
    ),
    h(
      "button",
      {
        type: "button",
        class: "button small",
        onClick: () => decide({ decision: "allow" }),
        disabled: busy,
      },
      t("Allow all once"),
    ),
  );
}
