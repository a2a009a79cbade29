import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../../core/i18n.js";
import { exact } from "../../../core/time.js";
import { TextArea } from "../../../ui/fields.js";
import { ArgsView } from "../tool-views.js";
import { Frame, useAnswer } from "./frame.js";

/** @typedef {import("../../../types/api").Interruption} Interruption */

/** Nobody knows whether a call took effect: a person looks and says. @param {{item: Interruption, compact?: boolean}} props */
export function ReconcileCard({ item, compact = false }) {
  const { answer, isBusy, problem } = useAnswer(item);
  const [result, setResult] = useState("");
  const say = (/** @type {string} */ decision) => () =>
    answer({
      decision,
      ...(decision === "happened" && result.trim() ? { result: result.trim() } : {}),
    });
  const button = (/** @type {string} */ decision, /** @type {string} */ label) =>
    h(
      "button",
      { type: "button", class: "button", disabled: isBusy, onClick: say(decision) },
      label,
    );
  return h(
    Frame,
    { item, icon: "unlink", problem, compact },
    h("p", null, item.prompt.text),
    item.prompt.args &&
      h(
        "div",
        { class: "approval-args" },
        h(ArgsView, { name: item.prompt.tool ?? "", args: item.prompt.args }),
      ),
    h(Evidence, { evidence: item.prompt.evidence }),
    h(TextArea, {
      label: t("If it happened: what came of it (optional, the agent reads it)"),
      value: result,
      onChange: setResult,
      rows: 2,
    }),
    h(
      "div",
      { class: "row wrap decide" },
      button("happened", t("It happened")),
      button("run", t("It did not; run it")),
      button("unknown", t("I cannot tell")),
    ),
  );
}

/** @param {{evidence: any}} props */
function Evidence({ evidence }) {
  const entries = Object.entries(evidence ?? {}).filter(
    ([, value]) => value !== null && value !== "",
  );
  if (entries.length === 0) return null;
  return h(
    "dl",
    { class: "evidence small" },
    entries.map(([name, value]) => [
      h("dt", { key: `${name}:` }, name.replaceAll("_", " ")),
      h("dd", { key: name }, shown(name, value)),
    ]),
  );
}

/** @param {string} name @param {unknown} value */
function shown(name, value) {
  if (name.endsWith("_at")) return exact(String(value));
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
