import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { report } from "../../desktop/commands.js";
import { deleteRecord } from "../../intents/delete_record.js";
import { saveModel } from "../../intents/save_model.js";
import { asFailure } from "../../net/errors.js";
import { Dialog } from "../../ui/dialog.js";
import { Checkbox, Select, TextField } from "../../ui/fields.js";
import { asOptions } from "../sessions/new-session.js";

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

/** What the form says, as the server takes it: numbers are numbers, an empty price is unknown. @param {any} form */
function toRecord(form) {
  const numbers = Object.fromEntries(NUMBERS.map((name) => [name, Number(form[name])]));
  const prices = Object.fromEntries(
    PRICES.map((name) => [
      name,
      form[name] === "" || form[name] === null ? null : String(form[name]),
    ]),
  );
  return {
    name: form.name.trim() || form.model_id.trim(),
    provider_id: form.provider_id,
    model_id: form.model_id.trim(),
    abilities: form.abilities,
    enabled: form.enabled,
    ...numbers,
    ...prices,
  };
}

/** @param {{model: any, workspace: any, onClose: () => void}} props */
export function ModelDialog({ model, workspace, onClose }) {
  const [form, setForm] = useState({ ...BLANK, ...model });
  const [error, setError] = useState(/** @type {any} */ (null));
  const set = (/** @type {string} */ name) => (/** @type {any} */ value) =>
    setForm({ ...form, [name]: value });
  const save = () => {
    const record = toRecord(form);
    const whole = model
      ? { ...record, id: model.id, version: model.version }
      : { ...record, workspace_id: workspace.id };
    saveModel(whole).then(onClose, setError);
  };
  const remove = () => {
    deleteRecord("model", model.id).then(onClose, report);
  };
  const problems = error?.errors ?? {};
  const field = (
    /** @type {string} */ name,
    /** @type {string} */ label,
    /** @type {Record<string, any>} */ more = {},
  ) =>
    h(TextField, {
      key: name,
      label,
      value: form[name],
      onChange: set(name),
      problem: problems[name],
      ...more,
    });
  return h(
    Dialog,
    {
      title: model ? t("Edit {name}", { name: model.name }) : t("Add a model"),
      onClose,
      onSubmit: save,
      footer: [
        model &&
          h(
            "button",
            { type: "button", class: "button danger", onClick: remove, key: "d" },
            t("Delete"),
          ),
        h("span", { class: "grow", key: "g" }),
        h(
          "button",
          {
            type: "submit",
            class: "button primary",
            disabled: !form.model_id.trim() || !form.provider_id,
            key: "s",
          },
          t("Save"),
        ),
      ],
    },
    error &&
      Object.keys(problems).length === 0 &&
      h(
        "p",
        { class: "notice failed", role: "alert" },
        `${asFailure(error).title}. ${asFailure(error).detail}`,
      ),
    h(
      "div",
      { class: "pair" },
      h(Select, {
        label: t("Provider"),
        empty: t("Choose…"),
        value: form.provider_id,
        options: asOptions(store.providers.value),
        onChange: set("provider_id"),
        problem: problems.provider_id,
      }),
      field("model_id", t("Name at the provider"), { required: true, spellcheck: false }),
    ),
    h(
      "div",
      { class: "pair" },
      field("name", t("Shown name")),
      h(
        "div",
        { class: "pair" },
        field("window", t("Window, tokens"), { type: "number", min: 1 }),
        field("max_output", t("Longest answer"), { type: "number", min: 1 }),
      ),
    ),
    h(
      "fieldset",
      { class: "field" },
      h("legend", null, t("Price in USD for a million tokens; empty is unknown")),
      h(
        "div",
        { class: "quad" },
        [
          ["price_input", t("In")],
          ["price_output", t("Out")],
          ["price_cache_read", t("Cache read")],
          ["price_cache_write", t("Cache write")],
        ].map(([name, label]) => field(name, label, { inputMode: "decimal" })),
      ),
    ),
    h(
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
            onChange: (on) => set("abilities")({ ...form.abilities, [name]: on }),
          }),
        ),
      ),
    ),
    h(Checkbox, { label: t("In use"), checked: form.enabled, onChange: set("enabled") }),
  );
}
