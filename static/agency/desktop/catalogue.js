import { formatAddress } from "../core/address.js";
import { t } from "../core/i18n.js";
import { store } from "../core/store.js";
import { waitingBySession } from "./waiting.js";

/**
 * Every kind of window: how it is called and where its code is. Each is its own dynamic import.
 * @typedef {import("../types/state").Address} Address
 * @typedef {{icon: string, title: () => string, load: () => Promise<{default: any}>, staff?: boolean,
 *   key?: string}} Kind `key` opens it after "g"
 * @type {Record<string, Kind>}
 */
export const kinds = {
  desk: {
    icon: "layout-dashboard",
    title: () => t("Desk"),
    load: () => import("../windows/desk/index.js"),
    key: "d",
  },
  inbox: {
    icon: "inbox",
    title: () => t("Inbox"),
    load: () => import("../windows/inbox/index.js"),
    key: "i",
  },
  search: {
    icon: "search",
    title: () => t("Search"),
    load: () => import("../windows/search/index.js"),
    key: "f",
  },
  sessions: {
    icon: "messages-square",
    title: () => t("Sessions"),
    load: () => import("../windows/sessions/index.js"),
    key: "s",
  },
  agents: {
    icon: "bot",
    title: () => t("Agents"),
    load: () => import("../windows/agents/index.js"),
    key: "a",
  },
  tools: {
    icon: "wrench",
    title: () => t("Tools"),
    load: () => import("../windows/tools/index.js"),
    key: "t",
  },
  tasks: {
    icon: "list-checks",
    title: () => t("Tasks"),
    load: () => import("../windows/tasks/index.js"),
    key: "k",
    staff: true,
  },
  usage: {
    icon: "chart",
    title: () => t("Usage"),
    load: () => import("../windows/usage/index.js"),
    key: "u",
  },
  settings: {
    icon: "settings",
    title: () => t("Settings"),
    load: () => import("../windows/settings/index.js"),
    key: "e",
  },
  session: {
    icon: "message-square",
    title: () => t("Session"),
    load: () => import("../windows/session/index.js"),
  },
  run: { icon: "activity", title: () => t("Run"), load: () => import("../windows/run/index.js") },
};

/** What the rail offers, in order. */
export const railKinds = [
  "desk",
  "inbox",
  "search",
  "sessions",
  "agents",
  "tools",
  "tasks",
  "usage",
  "settings",
];

/** Whether this person may open a kind at all. @param {string} kind */
export const allowed = (kind) =>
  kind in kinds && (!kinds[kind].staff || Boolean(store.me.value?.is_staff));

/**
 * A window's name and state, as its title bar, its chip and the palette show it.
 * @param {Address} address
 * @returns {{title: string, icon: string, status?: string, waiting?: number}}
 */
export function describe(address) {
  const kind = kinds[address.kind];
  if (!kind) return { title: formatAddress(address), icon: "circle-help" };
  if (address.kind === "session" && address.subject) {
    const session = store.sessions.value.get(address.subject)?.value;
    const title = session?.name || session?.agent_name || kind.title();
    return {
      title,
      icon: kind.icon,
      status: session?.status,
      waiting: waitingBySession.value.get(address.subject),
    };
  }
  return { title: named(address) ?? kind.title(), icon: kind.icon };
}

/** What a window about one thing is called. @param {Address} address */
function named({ kind, subject }) {
  if (!subject) return null;
  if (kind === "agents")
    return subject === "new" ? t("New agent") : store.agents.value.get(subject)?.name;
  return kind === "run" ? t("Run {id}", { id: `…${subject.slice(-6)}` }) : null;
}
