import { h } from "preact";
import { t } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { setParams } from "../../desktop/open.js";
import { lazy } from "../../ui/lazy.js";
import { Tabs } from "../../ui/tabs.js";
import { isOwner } from "../settings/roles.js";
import { Report } from "./report.js";

const Budgets = lazy(() => import("./budgets/index.js").then((module) => module.Budgets));
const Analytics = lazy(() => import("./analytics.js").then((module) => module.Analytics));

/** What only staff and owners may see is offered to nobody else. */
const mayCount = () =>
  Boolean(store.me.value?.is_staff) || [...store.workspaces.value.values()].some(isOwner);

/** @returns {{value: string, label: string, view: any}[]} */
const tabs = () => [
  { value: "spent", label: t("Usage"), view: Report },
  { value: "budgets", label: t("Budgets"), view: Budgets },
  ...(mayCount() ? [{ value: "analytics", label: t("Analytics"), view: Analytics }] : []),
];

/**
 * What model calls used, what they may use, and what is counted.
 * @param {{address: import("../../types/state").Address}} props
 */
export default function Usage({ address }) {
  const all = tabs();
  const current = all.find((tab) => tab.value === address.params.tab) ?? all[0];
  return h(
    "div",
    { class: "pane" },
    h(Tabs, {
      label: t("Usage"),
      tabs: all,
      value: current.value,
      onChange: (tab) => setParams(address, { tab }),
    }),
    h(current.view, { key: current.value, address }),
  );
}
