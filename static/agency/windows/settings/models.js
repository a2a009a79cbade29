import { h } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { tokens } from "../../core/time.js";
import { setParams } from "../../desktop/open.js";
import { testModel } from "../../intents/test_model.js";
import { SearchField } from "../../ui/fields.js";
import { Icon } from "../../ui/icon.js";
import { Empty } from "../../ui/states.js";
import { ModelDialog } from "./model-dialog.js";
import { useProbe } from "./probe.js";

/** The models: how much they hold, what they cost, what they can do. @param {{workspace: any, address: import("../../types/state").Address}} props */
export function ModelsTab({ workspace, address }) {
  const q = (address.params.q ?? "").toLowerCase();
  const [editing, setEditing] = useState(/** @type {any} */ (null));
  const can = workspace.my_role === "owner" || workspace.my_role === "editor";
  const rows = [...store.models.value.values()]
    .filter(
      (one) =>
        one.workspace_id === workspace.id &&
        `${one.name} ${one.model_id}`.toLowerCase().includes(q),
    )
    .sort((a, b) => a.name.localeCompare(b.name));
  return h(
    "div",
    { class: "pane" },
    h(
      "div",
      { class: "pane-tools" },
      h(SearchField, {
        label: t("Filter models"),
        value: address.params.q ?? "",
        onChange: (text) => setParams(address, { q: text }),
      }),
      can &&
        h(
          "button",
          { type: "button", class: "button", onClick: () => setEditing({}) },
          h(Icon, { name: "plus" }),
          t("Model"),
        ),
    ),
    rows.length === 0
      ? h(
          Empty,
          { icon: "cpu", title: q ? t("No model fits") : t("No models") },
          t("Add a provider first; its usual models come with it."),
        )
      : h(
          "ul",
          { class: "scroll plain-rows" },
          rows.map((model) =>
            h(
              "li",
              { key: model.id },
              h(ModelRow, { model, can, onEdit: () => setEditing(model) }),
            ),
          ),
        ),
    editing &&
      h(ModelDialog, {
        model: editing.id ? editing : null,
        workspace,
        onClose: () => setEditing(null),
      }),
  );
}

/** @param {{model: any, can: boolean, onEdit: () => void}} props */
function ModelRow({ model, can, onEdit }) {
  const provider = store.providers.value.get(model.provider_id);
  const probe = useProbe({
    test: () => testModel(model.id),
    label: t("Test {name}", { name: model.name }),
  });
  const price =
    model.price_input === null
      ? t("price unknown")
      : `$${model.price_input} / $${model.price_output ?? "?"}`;
  const abilities = Object.entries(model.abilities ?? {})
    .filter(([, on]) => on)
    .map(([name]) => name);
  return h(
    "div",
    { class: "entity-block" },
    h(
      "div",
      { class: "row wrap" },
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
          provider?.name ?? t("no provider"),
          " · ",
          h("code", null, model.model_id),
        ),
      ),
      abilities.map((name) => h("span", { class: "chip", key: name }, name)),
      h("span", { class: "small soft num" }, t("{n} window", { n: tokens(model.window) })),
      h(
        "span",
        { class: "small soft num", title: t("USD for a million tokens, in and out") },
        price,
      ),
      probe.button,
      can &&
        h(
          "button",
          {
            type: "button",
            class: "icon-button",
            "aria-label": t("Edit {name}", { name: model.name }),
            onClick: onEdit,
          },
          h(Icon, { name: "pencil", size: 14 }),
        ),
    ),
    probe.verdict,
  );
}
