import { h } from "preact";
import { t } from "../../core/i18n.js";
import { Checkbox, TextField } from "../../ui/fields.js";

/**
 * @typedef {import("../../ui/use-draft.js").Draft} Draft
 * @typedef {{name: string, label: string, hint: string, step?: string}} Limit
 */

/** @returns {Limit[]} */
const turnLimits = () => [
  {
    name: "steps",
    label: t("Model calls of a turn"),
    hint: t("One more ends the turn as failed (step_limit). Empty: 50."),
  },
  { name: "attempts", label: t("Tries of a model call"), hint: t("Empty: 3.") },
  {
    name: "tool_seconds",
    label: t("Seconds a tool may take"),
    hint: t("Then it is ended. Empty: 600."),
  },
  {
    name: "approval_seconds",
    label: t("Seconds an approval waits"),
    hint: t("Then it is denied. Empty: 600."),
  },
];

/** @returns {Limit[]} */
const runLimits = () => [
  {
    name: "run_usd",
    label: t("Dollars of a run"),
    hint: t("Reaching it asks a person before the next model call. Empty: no cap."),
    step: "0.01",
  },
  { name: "run_tokens", label: t("Tokens of a run"), hint: t("In and out. Empty: no cap.") },
  { name: "run_calls", label: t("Model calls of a run"), hint: t("Empty: no cap.") },
  {
    name: "run_seconds",
    label: t("Seconds of a run"),
    hint: t("Of work, not of waiting for people. Empty: no cap."),
  },
];

/** @returns {Limit[]} */
const childLimits = () => [
  {
    name: "child_depth",
    label: t("Levels of sub-agents"),
    hint: t("How deep a sub-agent may start another; 0 allows none. Empty: 3."),
  },
  {
    name: "children",
    label: t("Sub-agents of a run"),
    hint: t("How many one run may start. Empty: 20."),
  },
];

/** What an agent may use up before it is ended or a person is asked. @param {{draft: Draft}} props */
export function Limits({ draft }) {
  const limits = draft.value.limits ?? {};
  const keep = limits.on_deadline === "keep";
  return [
    h(Group, { key: "turn", draft, title: t("A turn"), list: turnLimits() }),
    h(Checkbox, {
      key: "keep",
      label: t("Approvals wait until somebody answers"),
      checked: keep,
      onChange: (on) => setLimit(draft, "on_deadline", on ? "keep" : undefined),
    }),
    h(Group, { key: "run", draft, title: t("What a run may use up"), list: runLimits() }),
    h(Group, { key: "child", draft, title: t("Sub-agents"), list: childLimits() }),
  ];
}

/** @param {{draft: Draft, title: string, list: Limit[]}} props */
function Group({ draft, title, list }) {
  const limits = draft.value.limits ?? {};
  const isOff = (/** @type {string} */ name) =>
    name === "approval_seconds" && limits.on_deadline === "keep";
  return h(
    "fieldset",
    { class: "stack limits" },
    h("legend", null, title),
    h(
      "div",
      { class: "pair" },
      list.map(({ name, label, hint, step }) =>
        h(TextField, {
          key: name,
          label,
          hint,
          type: "number",
          min: name === "child_depth" || name === "children" ? 0 : (step ?? 1),
          step,
          value: limits[name],
          disabled: isOff(name),
          onChange: (text) => setLimit(draft, name, toValue(text, step)),
        }),
      ),
    ),
  );
}

/**
 * Amounts of money stay text, so that no digit is lost on the way.
 * @param {string} text @param {string | undefined} step
 */
const toValue = (text, step) => (text === "" ? undefined : step ? text : Number(text));

/** @param {Draft} draft @param {string} name @param {unknown} next undefined follows the product */
function setLimit(draft, name, next) {
  const { [name]: _old, ...rest } = draft.value.limits ?? {};
  draft.set("limits")(next === undefined ? rest : { ...rest, [name]: next });
}
