import { h } from "preact";
import { useState } from "preact/hooks";
import { dayWords, midnight } from "../../core/days.js";
import { t } from "../../core/i18n.js";
import { chosen } from "../../core/session-filters.js";
import { store } from "../../core/store.js";
import { setParams } from "../../desktop/open.js";
import { Button } from "../../ui/button.js";
import { Select, TextField } from "../../ui/fields.js";
import { Filters } from "../../ui/filters.js";
import { Icon } from "../../ui/icon.js";
import { asOptions } from "./choices.js";

/** @typedef {import("../../types/state").Address} Address */

/** @returns {{value: string, label: string}[]} */
const statuses = () => [
  { value: "", label: t("All") },
  { value: "waiting", label: t("Needs me") },
  { value: "running", label: t("Working") },
  { value: "failed", label: t("Failed") },
  { value: "history", label: t("History") },
];

/**
 * How sessions stand, or the history of all; then agent and days, which stand as chips once they
 * are chosen; then the order.
 * @param {{address: Address, children?: any}} props `children` stand at the end of the line
 */
export function ListFilters({ address, children }) {
  const { status = "", view } = address.params;
  const [isOpen, setOpen] = useState(false);
  const isHistory = view === "history";
  const choose = (/** @type {string} */ value) =>
    setParams(
      address,
      value === "history" ? { view: value, status: null } : { view: null, status: value },
    );
  return h(
    "div",
    { class: "list-filters" },
    h(Filters, {
      options: statuses(),
      value: isHistory ? "history" : status,
      onChange: choose,
    }),
    isHistory ? children : h(Narrow, { address, isOpen, toggle: () => setOpen(!isOpen) }),
    isOpen && !isHistory && h(Fields, { address }),
  );
}

/** @param {{address: Address, isOpen: boolean, toggle: () => void}} props */
function Narrow({ address, isOpen, toggle }) {
  const { params } = address;
  const isLatest = params.sort === "latest";
  const turn = () => setParams(address, { sort: isLatest ? null : "latest" });
  return h(
    "div",
    { class: "narrow-chips" },
    h(
      Button,
      { kind: "quiet", small: true, icon: "filter", run: toggle, "aria-expanded": String(isOpen) },
      t("Filter"),
    ),
    chosen(params).map((name) => h(Chosen, { key: name, address, name })),
    h("span", { class: "grow" }),
    h(
      Button,
      { kind: "quiet", small: true, icon: "arrow-up-down", run: turn },
      isLatest ? t("Latest first") : t("Needs me first"),
    ),
  );
}

/** @param {"agent" | "since" | "until"} name @param {string} value */
function wordsFor(name, value) {
  if (name === "agent") return store.agents.value.get(value)?.name ?? t("An agent");
  const day = midnight(value) ? dayWords(value) : value;
  return name === "since" ? t("since {day}", { day }) : t("until {day}", { day });
}

/** @param {{address: Address, name: "agent" | "since" | "until"}} props */
function Chosen({ address, name }) {
  const words = wordsFor(name, address.params[name]);
  return h(
    "button",
    {
      type: "button",
      class: "chip",
      "aria-pressed": "true",
      title: t("Take this filter back"),
      "aria-label": t("{filter}; take it back", { filter: words }),
      onClick: () => setParams(address, { [name]: null }),
    },
    words,
    h(Icon, { name: "x", size: 12 }),
  );
}

/** @param {{address: Address}} props */
function Fields({ address }) {
  const set = (/** @type {string} */ name) => (/** @type {string} */ value) =>
    setParams(address, { [name]: value });
  const { agent, since, until } = address.params;
  return h(
    "div",
    { class: "narrow-fields" },
    h(Select, {
      label: t("Agent"),
      empty: t("Any"),
      value: agent,
      options: asOptions(store.agents.value),
      onChange: set("agent"),
    }),
    h(TextField, { label: t("Since"), type: "date", value: since, onChange: set("since") }),
    h(TextField, { label: t("Until"), type: "date", value: until, onChange: set("until") }),
  );
}
