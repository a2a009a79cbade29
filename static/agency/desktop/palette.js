import { h } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { t } from "../core/i18n.js";
import { Icon } from "../ui/icon.js";
import { rankBy } from "./match.js";
import { entries, searchFor, shown } from "./palette-entries.js";

/** @typedef {import("./palette-entries.js").Entry} Entry */

const LIMIT = 60;

/** @param {string} text @returns {Entry[]} */
function search(text) {
  const words = (/** @type {Entry} */ entry) => `${entry.label} ${entry.note ?? ""}`;
  const found = rankBy(entries(), text, words).slice(0, LIMIT);
  return text.trim() ? [...found, searchFor(text.trim())] : found;
}

/** Find any window or command by a few letters. @param {{onClose: () => void}} props */
export function Palette({ onClose }) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const id = useId();
  const found = search(text);
  useEffect(() => dialog.current?.showModal(), []);
  const choose = (/** @type {Entry} */ entry) => {
    onClose();
    entry.run();
  };
  const write = (/** @type {string} */ next) => {
    setText(next);
    setAt(0);
  };
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
        onClose();
      },
      onMouseDown: (/** @type {MouseEvent} */ event) => {
        if (event.target === dialog.current) onClose();
      },
    },
    h(Field, { id, text, active: found[at] ? `${id}-${at}` : undefined, write, onKeyDown }),
    h(Results, { id, found, at, setAt, choose }),
  );
}

/**
 * @param {{id: string, text: string, active: string | undefined, write: (text: string) => void,
 *   onKeyDown: (event: KeyboardEvent) => void}} props
 */
const Field = ({ id, text, active, write, onKeyDown }) =>
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
      "aria-activedescendant": active,
      "aria-label": t("Find windows and commands"),
      placeholder: t("Go anywhere, do anything…"),
      autofocus: true,
      value: text,
      onKeyDown,
      onInput: (/** @type {any} */ event) => write(event.currentTarget.value),
    }),
    h("kbd", null, "Esc"),
  );

/**
 * @param {{id: string, found: Entry[], at: number, setAt: (at: number) => void,
 *   choose: (entry: Entry) => void}} props
 */
function Results({ id, found, at, setAt, choose }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [at, found.length]);
  return h(
    "div",
    { class: "palette-list", role: "listbox", id, ref: list, "aria-label": t("Results") },
    found.map((entry, place) => [
      entry.group !== found[place - 1]?.group &&
        h(
          "div",
          { class: "palette-group", role: "presentation", key: `${entry.group} ${place}` },
          entry.group,
        ),
      h(Row, {
        key: `${entry.group} ${entry.id}`,
        id: `${id}-${place}`,
        entry,
        selected: place === at,
        choose,
        point: () => setAt(place),
      }),
    ]),
  );
}

/**
 * @param {{id: string, entry: Entry, selected: boolean, choose: (entry: Entry) => void,
 *   point: () => void}} props
 */
const Row = ({ id, entry, selected, choose, point }) =>
  h(
    "div",
    {
      id,
      role: "option",
      class: "palette-entry",
      "aria-selected": String(selected),
      onClick: () => choose(entry),
      onMouseMove: () => selected || point(),
    },
    h(Icon, { name: entry.icon }),
    h("span", { class: "truncate" }, entry.label),
    entry.note && h("span", { class: "dim truncate" }, entry.note),
    h("span", { class: "grow" }),
    entry.keys?.map((key) => h("kbd", { key }, shown(key))),
  );
