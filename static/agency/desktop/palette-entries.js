/** What the palette can find: windows, commands, sessions, agents, and what waits. */
import { t } from "../core/i18n.js";
import { waitWords } from "../core/plain-words.js";
import { store } from "../core/store.js";
import { describe } from "./catalogue.js";
import { allCommands } from "./commands.js";
import { addresses, openWindow } from "./open.js";

/**
 * @typedef {{id: string, group: string, label: string, icon: string, note?: string,
 *   keys?: string[], run: () => void}} Entry
 */

/** @returns {Entry[]} */
export function entries() {
  const commands = allCommands().filter((one) => one.id !== "palette");
  const own = commands.filter((one) => one.id.startsWith("w."));
  const general = commands.filter((one) => !one.id.startsWith("w."));
  return [...waiting(), ...open(), ...general, ...sessions(), ...agents(), ...own];
}

const waiting = () =>
  [...store.interruptions.value.values()].map((one) => ({
    id: one.id,
    group: t("Waits for you"),
    label: waitWords(one),
    icon: "hand",
    note: one.session_name ?? one.agent_name ?? "",
    run: () => openWindow(`session.${one.session_id};i=${one.id}`),
  }));

const open = () =>
  [...addresses.value].map(([key, address]) => {
    const { title, icon } = describe(address);
    const run = () => openWindow(address);
    return { id: `open.${key}`, group: t("Open windows"), label: title, icon, run };
  });

const sessions = () =>
  [...store.sessions.value.values()].map(({ value }) => ({
    id: value.id,
    group: t("Sessions"),
    label: value.name || t("New session"),
    icon: "message-square",
    note: value.agent_name ?? "",
    run: () => openWindow(`session.${value.id}`),
  }));

const agents = () =>
  [...store.agents.value.values()].map((agent) => ({
    id: agent.id,
    group: t("Agents"),
    label: agent.name,
    icon: "bot",
    note: String(agent.role ?? ""),
    run: () => openWindow(`agents.${agent.id}`),
  }));

/** @param {string} text @returns {Entry} */
export const searchFor = (text) => ({
  id: "search",
  group: t("Search"),
  label: t("Search everything for “{text}”", { text }),
  icon: "search",
  run: () => openWindow({ kind: "search", subject: null, params: { q: text } }),
});

/** A key's name as people know it. @param {string} key */
export const shown = (key) =>
  key
    .replace("Shift ", "⇧")
    .replace("ArrowLeft", "←")
    .replace("ArrowRight", "→")
    .replace("ArrowUp", "↑")
    .replace("ArrowDown", "↓");
