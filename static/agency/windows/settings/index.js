import { h } from "preact";
import { t } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { setParams } from "../../desktop/open.js";
import { Empty } from "../../ui/states.js";
import { Tabs } from "../../ui/tabs.js";
import { MeTab } from "./me.js";
import { MembersTab } from "./members.js";
import { ModelsTab } from "./models.js";
import { ProvidersTab } from "./providers.js";
import { TokensTab } from "./tokens.js";
import { WorkspaceTab } from "./workspace.js";

/** @returns {{value: string, label: string, view: any}[]} */
const tabs = () => [
  { value: "me", label: t("You"), view: MeTab },
  { value: "workspace", label: t("Workspace"), view: WorkspaceTab },
  { value: "members", label: t("Members"), view: MembersTab },
  { value: "providers", label: t("Providers"), view: ProvidersTab },
  { value: "models", label: t("Models"), view: ModelsTab },
  { value: "tokens", label: t("API tokens"), view: TokensTab },
];

/** @param {{address: import("../../types/state").Address}} props */
export default function Settings({ address }) {
  const all = tabs();
  const current = all.find((tab) => tab.value === address.params.tab) ?? all[0];
  const workspaces = [...store.workspaces.value.values()];
  const workspace = workspaces.find((one) => one.id === address.params.ws) ?? workspaces[0];
  return h(
    "div",
    { class: "pane" },
    h(Tabs, {
      label: t("Settings"),
      tabs: all,
      value: current.value,
      onChange: (tab) => setParams(address, { tab, add: null }),
    }),
    workspace || current.value === "me" || current.value === "tokens"
      ? h(current.view, { key: current.value, workspace, address })
      : h(
          Empty,
          { icon: "users", title: t("You are in no workspace") },
          t("An owner of one can add you by your name."),
        ),
  );
}
