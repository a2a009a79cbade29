import { h } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { t } from "../core/i18n.js";
import { store } from "../core/store.js";
import { Icon } from "../ui/icon.js";
import { describe } from "./catalogue.js";
import { generalCommands, goCommands, overlay, windowCommands } from "./commands.js";
import { rankBy } from "./match.js";
import { addresses, openWindow } from "./open.js";

/** @typedef {{id: string, group: string, label: string, icon: string, note?: string, keys?: string[], run: () => void}} Entry */

/** @returns {Entry[]} */
function entries() {
  const waiting = [...store.interruptions.value.values()].map((one) => ({
    id: one.id,
    group: t("Waits for you"),
    label: one.prompt.title,
    icon: "hand",
    note: one.session_name ?? one.agent_name ?? "",
    run: () => openWindow(`session.${one.session_id};i=${one.id}`),
  }));
  const open = [...addresses.value].map(([key, address]) => {
    const about = describe(address);
    return {
      id: `open.${key}`,
      group: t("Open windows"),
      label: about.title,
      icon: about.icon,
      run: () => openWindow(address),
    };
  });
  const sessions = [...store.sessions.value.values()].map(({ value }) => ({
    id: value.id,
    group: t("Sessions"),
    label: value.name || t("Untitled"),
    icon: "message-square",
    note: value.agent_name ?? "",
    run: () => openWindow(`session.${value.id}`),
  }));
  const agents = [...store.agents.value.values()].map((agent) => ({
    id: agent.id,
    group: t("Agents"),
    label: agent.name,
    icon: "bot",
    note: String(agent.role ?? ""),
    run: () => openWindow(`agents.${agent.id}`),
  }));
  return [
    ...waiting,
    ...open,
    ...goCommands(),
    ...generalCommands().slice(1),
    ...sessions,
    ...agents,
    ...windowCommands(),
  ];
}

const LIMIT = 60;

/** Find any window or command by a few letters. */
export function Palette() {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const id = useId();
  const all = entries();
  const found = rankBy(
    all,
    text,
    (entry) => `${entry.label} ${entry.note ?? ""} ${entry.group}`,
  ).slice(0, LIMIT);
  if (text.trim()) found.push(searchFor(text.trim()));
  const close = () => {
    overlay.value = null;
  };
  const choose = (/** @type {Entry} */ entry) => {
    close();
    entry.run();
  };
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [at, text]);
  const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
    const step = /** @type {Record<string, number>} */ ({ ArrowDown: 1, ArrowUp: -1 })[event.key];
    if (step) setAt((at + step + found.length) % found.length);
    else if (event.key === "Enter" && found[at]) choose(found[at]);
    else return;
    event.preventDefault();
  };
  return h(
    "dialog",
    {
      ref: dialog,
      class: "palette",
      "aria-label": t("Find windows and commands"),
      onCancel: (/** @type {Event} */ event) => {
        event.preventDefault();
        close();
      },
      onMouseDown: (/** @type {MouseEvent} */ event) => {
        if (event.target === dialog.current) close();
      },
    },
    h(
      "div",
      { class: "palette-field" },
      h(Icon, { name: "search" }),
      h("input", {
        type: "text",
        role: "combobox",
        "aria-expanded": "true",
        "aria-controls": id,
        "aria-autocomplete": "list",
        "aria-activedescendant": found[at] ? `${id}-${at}` : undefined,
        "aria-label": t("Find windows and commands"),
        placeholder: t("Go anywhere, do anything…"),
        autofocus: true,
        value: text,
        onKeyDown,
        onInput: (/** @type {any} */ event) => {
          setText(event.currentTarget.value);
          setAt(0);
        },
      }),
      h("kbd", null, "Esc"),
    ),
    h(
      "div",
      { class: "palette-list", role: "listbox", id, ref: list, "aria-label": t("Results") },
      found.map((entry, place) => [
        entry.group !== found[place - 1]?.group &&
          h(
            "div",
            { class: "palette-group", role: "presentation", key: `= ${entry.group} ${place}` },
            entry.group,
          ),
        h(
          "div",
          {
            key: `${entry.group} ${entry.id}`,
            id: `${id}-${place}`,
            role: "option",
            class: "palette-entry",
            "aria-selected": String(place === at),
            onClick: () => choose(entry),
            onMouseMove: () => {
              if (place !== at) setAt(place);
            },
          },
          h(Icon, { name: entry.icon }),
          h("span", { class: "truncate" }, entry.label),
          entry.note && h("span", { class: "dim truncate" }, entry.note),
          h("span", { class: "grow" }),
          entry.keys?.map((key) => h("kbd", { key }, shown(key))),
        ),
      ]),
    ),
  );
}

/** @param {string} text @returns {Entry} */
const searchFor = (text) => ({
  id: "search",
  group: t("Search"),
  label: t("Sessions with “{text}”", { text }),
  icon: "search",
  run: () => openWindow({ kind: "sessions", subject: null, params: { q: text } }),
});

/** A key's name as people know it. @param {string} key */
export const shown = (key) =>
  key
    .replace("Shift ", "⇧")
    .replace("ArrowLeft", "←")
    .replace("ArrowRight", "→")
    .replace("ArrowUp", "↑")
    .replace("ArrowDown", "↓");
