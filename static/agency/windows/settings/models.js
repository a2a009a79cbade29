import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { tokens } from "../../core/time.js";
import { setParams } from "../../desktop/open.js";
import { testModel } from "../../intents/test_model.js";
import { Button, IconButton } from "../../ui/button.js";
import { SearchField } from "../../ui/fields.js";
import { Empty } from "../../ui/states.js";
import { ModelDialog } from "./model-dialog.js";
import { useProbe } from "./probe.js";
import { isEditor } from "./roles.js";

/** @param {any} workspace @param {string} text */
const modelsOf = (workspace, text) =>
  [...store.models.value.values()]
    .filter((one) => one.workspace_id === workspace.id)
    .filter((one) => `${one.name} ${one.model_id}`.toLowerCase().includes(text.toLowerCase()))
    .sort((a, b) => a.name.localeCompare(b.name));

/**
 * The models: how much they hold, what they cost, what they can do.
 * @param {{workspace: any, address: import("../../types/state").Address}} props
 */
export function ModelsTab({ workspace, address }) {
  const { q = "" } = address.params;
  const [editing, setEditing] = useState(/** @type {any} */ (null));
  const can = isEditor(workspace);
  const search = (/** @type {string} */ text) => setParams(address, { q: text });
  return h(
    "div",
    { class: "pane" },
    h(
      "div",
      { class: "pane-tools" },
      h(SearchField, { label: t("Filter models"), value: q, onChange: search }),
      can && h(Button, { icon: "plus", run: () => setEditing({}) }, t("Model")),
    ),
    h(List, { models: modelsOf(workspace, q), filtered: Boolean(q), can, onEdit: setEditing }),
    editing &&
      h(ModelDialog, {
        model: editing.id ? editing : null,
        workspace,
        onClose: () => setEditing(null),
      }),
  );
}

/** @param {{models: any[], filtered: boolean, can: boolean, onEdit: (model: any) => void}} props */
function List({ models, filtered, can, onEdit }) {
  if (models.length === 0) {
    const title = filtered ? t("No model fits") : t("No models");
    const next = t("Add a provider first; its usual models come with it.");
    return h(Empty, { icon: "cpu", title }, next);
  }
  return h(
    "ul",
    { class: "scroll plain-rows" },
    models.map((model) =>
      h("li", { key: model.id }, h(ModelRow, { model, can, onEdit: () => onEdit(model) })),
    ),
  );
}

/** @param {any} model */
const priceWords = ({ price_input, price_output }) =>
  price_input === null ? t("price unknown") : `$${price_input} / $${price_output ?? "?"}`;

/** @param {{model: any, can: boolean, onEdit: () => void}} props */
function ModelRow({ model, can, onEdit }) {
  const { name } = model;
  const probe = useProbe({ test: () => testModel(model.id), label: t("Test {name}", { name }) });
  const abilities = Object.entries(model.abilities ?? {}).filter(([, on]) => on);
  return h(
    "div",
    { class: "entity-block" },
    h(
      "div",
      { class: "row wrap" },
      h(Name, { model }),
      abilities.map(([ability]) => h("span", { class: "chip", key: ability }, ability)),
      h("span", { class: "small soft num" }, t("{n} window", { n: tokens(model.window) })),
      h(
        "span",
        { class: "small soft num", title: t("USD for a million tokens, in and out") },
        priceWords(model),
      ),
      probe.button,
      can &&
        h(IconButton, { icon: "pencil", size: 14, label: t("Edit {name}", { name }), run: onEdit }),
    ),
    probe.verdict,
  );
}

/** @param {{model: any}} props */
const Name = ({ model }) =>
  h(
    "span",
    { class: "grow stack tight" },
    h(
      "span",
      { class: "truncate" },
      model.name,
      model.enabled === false && h("span", { class: "dim" }, ` · ${t("off")}`),
    ),
    h(
      "span",
      { class: "truncate dim small" },
      store.providers.value.get(model.provider_id)?.name ?? t("no provider"),
      " · ",
      h("code", null, model.model_id),
    ),
  );
