import { h } from "preact";
import { useState } from "preact/hooks";
import { t, tn } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { report } from "../../desktop/commands.js";
import { setParams } from "../../desktop/open.js";
import { deleteRecord } from "../../intents/delete_record.js";
import { testProvider } from "../../intents/test_provider.js";
import { Confirm } from "../../ui/dialog.js";
import { Icon } from "../../ui/icon.js";
import { Menu } from "../../ui/menu.js";
import { Empty } from "../../ui/states.js";
import { Time } from "../../ui/time.js";
import { isOwner } from "./index.js";
import { useProbe } from "./probe.js";
import { kindWords, ProviderDialog } from "./provider-dialog.js";

/** Where models are called. Keys go in and never come out. @param {{workspace: any, address: import("../../types/state").Address}} props */
export function ProvidersTab({ workspace, address }) {
  const [editing, setEditing] = useState(/** @type {any} */ (null));
  const adding = address.params.add === "1" && isOwner(workspace);
  const rows = [...store.providers.value.values()]
    .filter((one) => one.workspace_id === workspace.id)
    .sort((a, b) => a.name.localeCompare(b.name));
  const leave = () => {
    setEditing(null);
    setParams(address, { add: null });
  };
  return h(
    "div",
    { class: "pane scroll form" },
    h(
      "div",
      { class: "section-head" },
      h("h2", null, t("Providers")),
      isOwner(workspace) &&
        h(
          "button",
          { type: "button", class: "button", onClick: () => setParams(address, { add: "1" }) },
          h(Icon, { name: "plus" }),
          t("Add a provider"),
        ),
    ),
    h(
      "p",
      { class: "soft" },
      t("Keys are encrypted on this server. Nobody can read one back, only replace it."),
    ),
    !isOwner(workspace) &&
      h(
        "p",
        { class: "notice" },
        h(Icon, { name: "lock" }),
        t("Only owners of the workspace can change this."),
      ),
    rows.length === 0
      ? h(Empty, { icon: "plug", title: t("No provider") }, t("Without one no model can answer."))
      : h(
          "ul",
          { class: "card-list" },
          rows.map((provider) =>
            h(
              "li",
              { key: provider.id },
              h(Provider, {
                provider,
                owner: isOwner(workspace),
                onEdit: () => setEditing(provider),
              }),
            ),
          ),
        ),
    (adding || editing) && h(ProviderDialog, { provider: editing, workspace, onClose: leave }),
  );
}

/** @param {any} provider */
function keyWords(provider) {
  if (!provider.needs_key) return t("needs no key");
  if (provider.key_source === "environment")
    return provider.has_key ? t("key from the environment") : t("no key in the environment");
  return provider.has_key ? t("key is set") : t("no key");
}

/** @param {{provider: any, owner: boolean, onEdit: () => void}} props */
function Provider({ provider, owner, onEdit }) {
  const [asking, setAsking] = useState(false);
  const probe = useProbe({
    test: () => testProvider(provider.id),
    label: t("Test {name}", { name: provider.name }),
  });
  const models = [...store.models.value.values()].filter(
    (one) => one.provider_id === provider.id,
  ).length;
  const lacks = provider.needs_key && !provider.has_key;
  const items = [
    { label: lacks ? t("Add the key…") : t("Edit…"), icon: "pencil", run: onEdit },
    { label: t("Delete…"), icon: "trash-2", danger: true, run: () => setAsking(true) },
  ];
  return h(
    "article",
    { class: "card stack", "aria-label": provider.name },
    h(
      "div",
      { class: "row wrap" },
      h(Icon, { name: provider.needs_key ? "plug" : "cpu" }),
      h("strong", { class: "truncate" }, provider.name),
      h("span", { class: "chip" }, kindWords(provider.kind)),
      provider.enabled === false && h("span", { class: "chip" }, t("off")),
      h("span", { class: "grow" }),
      probe.button,
      owner &&
        lacks &&
        h(
          "button",
          { type: "button", class: "button small primary", onClick: onEdit },
          t("Add the key"),
        ),
      owner && h(Menu, { label: t("More for {name}", { name: provider.name }), items }),
    ),
    h(
      "p",
      { class: "small soft" },
      h("span", { class: lacks ? "problem" : "" }, keyWords(provider)),
      " · ",
      tn("{count} model", "{count} models", models),
      provider.base_url && ` · ${provider.base_url}`,
    ),
    provider.cooldown_until &&
      Date.parse(provider.cooldown_until) > Date.now() &&
      h(
        "p",
        { class: "small soft" },
        t("Rests after a refusal;"),
        " ",
        h(Time, { at: provider.cooldown_until }),
      ),
    provider.last_error && h("p", { class: "small problem" }, provider.last_error),
    probe.verdict,
    asking &&
      h(Confirm, {
        title: t("Delete {name}?", { name: provider.name }),
        text: t("Its models go too. Sessions that used them follow the workspace's default."),
        confirm: t("Delete"),
        onClose: () => setAsking(false),
        onConfirm: () => {
          deleteRecord("provider", provider.id).catch(report);
        },
      }),
  );
}
