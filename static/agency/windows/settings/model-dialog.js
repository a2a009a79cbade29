import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { report } from "../../desktop/commands.js";
import { deleteRecord } from "../../intents/delete_record.js";
import { saveModel } from "../../intents/save_model.js";
import { Button } from "../../ui/button.js";
import { Dialog } from "../../ui/dialog.js";
import { Checkbox, Select, TextField } from "../../ui/fields.js";
import { Refusal } from "../../ui/refusal.js";
import { asOptions } from "../sessions/choices.js";

const ABILITIES = ["vision", "tools", "thinking"];
const NUMBERS = ["window", "max_output"];
const PRICES = ["price_input", "price_output", "price_cache_read", "price_cache_write"];
const BLANK = {
  name: "",
  provider_id: "",
  model_id: "",
  window: 200_000,
  max_output: 8192,
  price_input: "",
  price_output: "",
  price_cache_read: "",
  price_cache_write: "",
  abilities: { tools: true },
  enabled: true,
};

/** @param {unknown} price */
const asPrice = (price) => (price === "" || price === null ? null : String(price));

/**
 * What the form says, as the server takes it: numbers are numbers, an empty price is unknown.
 * @param {any} form
 */
const toRecord = ({ provider_id, abilities, enabled, ...form }) => ({
  name: form.name.trim() || form.model_id.trim(),
  model_id: form.model_id.trim(),
  provider_id,
  abilities,
  enabled,
  ...Object.fromEntries(NUMBERS.map((name) => [name, Number(form[name])])),
  ...Object.fromEntries(PRICES.map((name) => [name, asPrice(form[name])])),
});

/** @param {{model: any, workspace: any, onClose: () => void}} props */
export function ModelDialog({ model, workspace, onClose }) {
  const [form, setForm] = useState({ ...BLANK, ...model });
  const [error, setError] = useState(/** @type {any} */ (null));
  const save = () => {
    const own = model ? { id: model.id, version: model.version } : { workspace_id: workspace.id };
    saveModel({ ...toRecord(form), ...own }).then(onClose, setError);
  };
  const remove = () => {
    deleteRecord("model", model.id).then(onClose, report);
  };
  const set = (/** @type {string} */ name) => (/** @type {any} */ value) =>
    setForm({ ...form, [name]: value });
  const ready = form.model_id.trim() && form.provider_id;
  const footer = [
    model && h(Button, { kind: "danger", run: remove, key: "d" }, t("Delete")),
    h("span", { class: "grow", key: "g" }),
    h(Button, { type: "submit", kind: "primary", disabled: !ready, key: "s" }, t("Save")),
  ];
  const title = model ? t("Edit {name}", { name: model.name }) : t("Add a model");
  return h(
    Dialog,
    { title, onClose, onSubmit: save, footer },
    h(Refusal, { error }),
    h(Fields, { form, set, problems: error?.errors ?? {} }),
  );
}

/** @param {{form: any, set: (name: string) => (value: any) => void, problems: any}} props */
function Fields({ form, set, problems }) {
  const field = (/** @type {string} */ name) => ({
    key: name,
    value: form[name],
    onChange: set(name),
    problem: problems[name],
  });
  const providers = { empty: t("Choose…"), options: asOptions(store.providers.value) };
  const number = { type: "number", min: 1 };
  const theirs = { label: t("Name at the provider"), required: true, spellcheck: false };
  return [
    h(
      "div",
      { class: "pair", key: "who" },
      h(Select, { label: t("Provider"), ...providers, ...field("provider_id") }),
      h(TextField, { ...theirs, ...field("model_id") }),
    ),
    h(
      "div",
      { class: "pair", key: "size" },
      h(TextField, { label: t("Shown name"), ...field("name") }),
      h(TextField, { label: t("Window, tokens"), ...number, ...field("window") }),
      h(TextField, { label: t("Longest answer"), ...number, ...field("max_output") }),
    ),
    h(Prices, { key: "prices", field }),
    h(Abilities, { key: "abilities", form, set }),
    h(Checkbox, {
      key: "enabled",
      label: t("In use"),
      checked: form.enabled,
      onChange: set("enabled"),
    }),
  ];
}

/** @param {{field: (name: string) => any}} props */
function Prices({ field }) {
  const labels = [t("In"), t("Out"), t("Cache read"), t("Cache write")];
  return h(
    "fieldset",
    { class: "field" },
    h("legend", null, t("Price in USD for a million tokens; empty is unknown")),
    h(
      "div",
      { class: "quad" },
      PRICES.map((name, at) =>
        h(TextField, { label: labels[at], inputMode: "decimal", ...field(name) }),
      ),
    ),
  );
}

/** @param {{form: any, set: (name: string) => (value: any) => void}} props */
function Abilities({ form, set }) {
  const toggle = (/** @type {string} */ name) => (/** @type {boolean} */ on) =>
    set("abilities")({ ...form.abilities, [name]: on });
  return h(
    "fieldset",
    { class: "field" },
    h("legend", null, t("Abilities")),
    h(
      "div",
      { class: "row wrap" },
      ABILITIES.map((name) =>
        h(Checkbox, {
          key: name,
          label: name,
          checked: Boolean(form.abilities?.[name]),
          onChange: toggle(name),
        }),
      ),
    ),
  );
}
