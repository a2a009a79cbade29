import { h } from "preact";
import { t } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { Checkbox, Select, TextArea, TextField } from "../../ui/fields.js";
import { asOptions } from "../sessions/choices.js";
import { Limits } from "./limits.js";

/** @typedef {import("../../ui/use-draft.js").Draft} Draft */

/** Names as they are typed: a last comma may wait for the next one. @param {string} text */
const names = (text) =>
  text
    .split(",")
    .map((one) => one.trimStart())
    .filter((one, at, all) => one || at === all.length - 1);

/** Who the agent is. @param {{draft: Draft}} props */
export function Who({ draft }) {
  const { field } = draft;
  const role = { label: t("Role"), hint: t("One line that people and other agents read.") };
  const prompt = {
    label: t("System prompt"),
    hint: t("What the agent is told before every turn, after the workspace's own prompt."),
  };
  const greeting = {
    label: t("Greeting"),
    hint: t("Said first in a new session; empty says nothing."),
  };
  return h(
    "div",
    { class: "stack" },
    h(
      "div",
      { class: "pair" },
      h(TextField, { label: t("Name"), required: true, maxLength: 120, ...field("name") }),
      h(Aliases, { draft }),
    ),
    h(TextField, { ...role, ...field("role") }),
    h(TextField, { label: t("Focus"), ...field("focus") }),
    h(TextArea, { ...prompt, rows: 12, code: true, ...field("system_prompt") }),
    h(TextArea, { ...greeting, rows: 2, ...field("greeting") }),
  );
}

/** @param {{draft: Draft}} props */
function Aliases({ draft }) {
  const { value, onChange, problem } = draft.field("aliases");
  const list = /** @type {string[]} */ (value ?? []);
  return h(TextField, {
    label: t("Also called"),
    hint: t("Other names after @, separated by commas."),
    value: list.join(", "),
    problem,
    onChange: (text) => onChange(names(text)),
    onBlur: () => onChange(list.map((one) => one.trim()).filter(Boolean)),
  });
}

/** How it works: model, mode, limits. @param {{draft: Draft}} props */
export function How({ draft }) {
  const { value, field, set, problems } = draft;
  const link = (/** @type {string} */ name) => ({
    ...field(name),
    onChange: (/** @type {string} */ id) => set(name)(id || null),
  });
  const models = { options: asOptions(store.models.value), empty: t("As the workspace says") };
  const modes = { options: asOptions(store.resource("mode").value), empty: t("None") };
  return h(
    "div",
    { class: "stack" },
    h(
      "div",
      { class: "pair" },
      h(Select, { label: t("Model"), ...models, ...link("model_id") }),
      h(Select, { label: t("Mode"), ...modes, ...link("mode_id") }),
    ),
    h(Limits, { draft }),
    problems.limits && h("p", { class: "problem" }, problems.limits),
    h(Checkbox, {
      label: t("In use"),
      hint: t("An agent that is off starts nothing new."),
      checked: value.enabled,
      onChange: set("enabled"),
    }),
  );
}
