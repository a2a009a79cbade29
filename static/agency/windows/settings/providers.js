import { h } from "preact";
import { useState } from "preact/hooks";
import { t, tn } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { report } from "../../desktop/commands.js";
import { setParams } from "../../desktop/open.js";
import { deleteRecord } from "../../intents/delete_record.js";
import { testProvider } from "../../intents/test_provider.js";
import { Button } from "../../ui/button.js";
import { Confirm } from "../../ui/dialog.js";
import { Icon } from "../../ui/icon.js";
import { Menu } from "../../ui/menu.js";
import { Empty } from "../../ui/states.js";
import { now, Time } from "../../ui/time.js";
import { LocalServers } from "./local-servers.js";
import { useProbe } from "./probe.js";
import { kindWords, ProviderDialog } from "./provider-dialog.js";
import { isOwner, OwnersOnly } from "./roles.js";

/**
 * Where models are called. Keys go in and never come out.
 * @param {{workspace: any, address: import("../../types/state").Address}} props
 */
export function ProvidersTab({ workspace, address }) {
  const [editing, setEditing] = useState(/** @type {any} */ (null));
  const owner = isOwner(workspace);
  const adding = address.params.add === "1" && owner;
  const add = () => setParams(address, { add: "1" });
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
      h("h3", null, t("Providers")),
      owner && h(Button, { icon: "plus", run: add }, t("Add a provider")),
    ),
    h(
      "p",
      { class: "soft" },
      t("Keys are encrypted on this server. Nobody can read one back, only replace it."),
    ),
    !owner && h(OwnersOnly, null),
    h(List, { workspace, owner, onEdit: setEditing }),
    owner && h(LocalServers, { workspace }),
    (adding || editing) && h(ProviderDialog, { provider: editing, workspace, onClose: leave }),
  );
}

/** @param {{workspace: any, owner: boolean, onEdit: (provider: any) => void}} props */
function List({ workspace, owner, onEdit }) {
  const rows = [...store.providers.value.values()]
    .filter((one) => one.workspace_id === workspace.id)
    .sort((a, b) => a.name.localeCompare(b.name));
  if (rows.length === 0) {
    const next = t("Without one no model can answer.");
    return h(Empty, { icon: "plug", title: t("No provider") }, next);
  }
  return h(
    "ul",
    { class: "card-list" },
    rows.map((provider) =>
      h(
        "li",
        { key: provider.id },
        h(Provider, { provider, owner, onEdit: () => onEdit(provider) }),
      ),
    ),
  );
}

/** @param {any} provider */
function keyWords({ needs_key, has_key, key_source }) {
  if (!needs_key && !has_key) return t("needs no key");
  if (key_source === "environment") {
    return has_key ? t("key from the environment") : t("no key in the environment");
  }
  return has_key ? t("key is set") : t("no key");
}

/** @param {{provider: any, owner: boolean, onEdit: () => void}} props */
function Provider({ provider, owner, onEdit }) {
  const { name } = provider;
  const label = t("Test {name}", { name });
  const probe = useProbe({ test: () => testProvider(provider.id), label });
  const lacks = provider.needs_key && !provider.has_key;
  return h(
    "article",
    { class: "card stack", "aria-label": name },
    h(
      "div",
      { class: "row wrap" },
      h(Icon, { name: provider.needs_key ? "plug" : "cpu" }),
      h("strong", { class: "truncate" }, name),
      h("span", { class: "chip" }, kindWords(provider.kind)),
      provider.enabled === false && h("span", { class: "chip" }, t("off")),
      h("span", { class: "grow" }),
      probe.button,
      owner && lacks && h(Button, { small: true, kind: "primary", run: onEdit }, t("Add the key")),
      owner && h(More, { provider, lacks, onEdit }),
    ),
    h(Facts, { provider, lacks }),
    probe.verdict,
  );
}

/** @param {{provider: any, lacks: boolean}} props */
function Facts({ provider, lacks }) {
  const { id, base_url, cooldown_until, last_error } = provider;
  const models = [...store.models.value.values()].filter((one) => one.provider_id === id).length;
  const rests = cooldown_until && Date.parse(cooldown_until) > now.value;
  return [
    h(
      "p",
      { class: "small soft", key: "facts" },
      h("span", { class: lacks ? "problem" : "" }, keyWords(provider)),
      ` · ${tn("{count} model", "{count} models", models)}`,
      base_url && ` · ${base_url}`,
    ),
    rests &&
      h(
        "p",
        { class: "small soft", key: "rests" },
        t("Rests after a refusal until"),
        " ",
        h(Time, { at: cooldown_until }),
      ),
    last_error && h("p", { class: "small problem", key: "error" }, last_error),
  ];
}

/** @param {{provider: any, lacks: boolean, onEdit: () => void}} props */
function More({ provider, lacks, onEdit }) {
  const [asking, setAsking] = useState(false);
  const { name } = provider;
  const remove = () => {
    deleteRecord("provider", provider.id).catch(report);
  };
  const items = [
    { label: lacks ? t("Add the key…") : t("Edit…"), icon: "pencil", run: onEdit },
    { label: t("Delete…"), icon: "trash-2", danger: true, run: () => setAsking(true) },
  ];
  return [
    h(Menu, { key: "m", label: t("More for {name}", { name }), items }),
    asking &&
      h(Confirm, {
        key: "c",
        title: t("Delete {name}?", { name }),
        text: t("Its models go too. Sessions that used them follow the workspace's default."),
        confirm: t("Delete"),
        onClose: () => setAsking(false),
        onConfirm: remove,
      }),
  ];
}
