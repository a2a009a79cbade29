import { h } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t, tn } from "../../core/i18n.js";
import { store } from "../../core/store.js";
import { overlay } from "../../desktop/commands.js";
import { openWindow, setParams } from "../../desktop/open.js";
import { phone } from "../../desktop/size.js";
import { useKeys } from "../../desktop/use-keys.js";
import { waitingBySession } from "../../desktop/waiting.js";
import { api } from "../../net/api.js";
import { SearchField } from "../../ui/fields.js";
import { Icon } from "../../ui/icon.js";
import { RowList } from "../../ui/row-list.js";
import { Empty, Failure, Loading } from "../../ui/states.js";
import { useLoad } from "../../ui/use-load.js";
import { SessionRow } from "./row.js";

/** @typedef {import("../../types/api").Session} Session */

const PAGE = 50;
const WORKING = ["queued", "running", "waiting_retry"];

/** @returns {{value: string, label: string}[]} */
const filters = () => [
  { value: "", label: t("All") },
  { value: "waiting", label: t("Needs me") },
  { value: "running", label: t("Working") },
  { value: "failed", label: t("Failed") },
  { value: "closed", label: t("Closed") },
];

/** Whether a row belongs under a filter; the server's own search adds rows by their text. @param {Session} row @param {string} status */
function fits(row, status) {
  const waiting = waitingBySession.value.has(row.id) || row.status === "waiting";
  if (status === "waiting") return waiting;
  if (status === "running") return WORKING.includes(row.status);
  if (status === "closed") return Boolean(row.closed_at);
  return status ? row.status === status : true;
}

/** @param {Session} row @param {string} text */
const says = (row, text) =>
  `${row.name} ${row.agent_name ?? ""}`.toLowerCase().includes(text.toLowerCase());

/** What needs a person first, then the latest. @param {Session} a @param {Session} b */
const order = (a, b) =>
  Number(waitingBySession.value.has(b.id)) - Number(waitingBySession.value.has(a.id)) ||
  b.updated_at.localeCompare(a.updated_at);

/** Every session, live. @param {{address: import("../../types/state").Address, focused: boolean}} props */
export default function Sessions({ address, focused }) {
  const { q = "", status = "" } = address.params;
  const [at, setAt] = useState(0);
  const [pull, setPull] = useState(0);
  const [next, setNext] = useState(/** @type {string | null} */ (null));
  const found = useLoad(
    async (signal) => {
      if (q) await new Promise((go) => setTimeout(go, 200));
      if (signal.aborted) return new Set();
      const known = status === "closed" || status === "waiting" ? undefined : status || undefined;
      const page = await api.get("/api/session/", {
        signal,
        query: { q: q || undefined, status: known, limit: PAGE },
      });
      store.addSessions(page.results);
      setNext(page.next);
      return new Set(page.results.map((/** @type {Session} */ row) => row.id));
    },
    [q, status],
  );
  const more = async () => {
    if (!next) return;
    const url = new URL(next, location.href);
    const page = await api.get(url.pathname + url.search);
    store.addSessions(page.results);
    found.set(
      new Set([
        ...(found.value ?? []),
        ...page.results.map((/** @type {Session} */ row) => row.id),
      ]),
    );
    setNext(page.next);
  };
  const rows = [...store.sessions.value.values()]
    .map((row) => row.value)
    .filter((row) => fits(row, status) && (!q || says(row, q) || found.value?.has(row.id)))
    .sort(order);
  useEffect(() => {
    if (at >= rows.length) setAt(Math.max(0, rows.length - 1));
  }, [rows.length]);
  const go = (/** @type {number} */ by) => () => {
    setAt(Math.min(Math.max(at + by, 0), rows.length - 1));
    setPull(pull + 1);
  };
  useKeys(focused, {
    j: go(1),
    ArrowDown: go(1),
    k: go(-1),
    ArrowUp: go(-1),
    Enter: () => rows[at] && openWindow(`session.${rows[at].id}`),
    "/": () =>
      /** @type {HTMLElement | null} */ (
        document.querySelector(".window.active input[type=search]")
      )?.focus(),
  });
  return h(
    "div",
    { class: "pane" },
    h(
      "div",
      { class: "pane-tools" },
      h(SearchField, {
        label: t("Filter sessions"),
        placeholder: t("Name, agent or text"),
        value: q,
        onChange: (text) => setParams(address, { q: text }),
      }),
      h(
        "button",
        {
          type: "button",
          class: "button",
          onClick: () => {
            overlay.value = "new-session";
          },
        },
        h(Icon, { name: "square-pen" }),
        t("New"),
      ),
    ),
    h(
      "div",
      { class: "pane-filters", role: "group", "aria-label": t("Show") },
      filters().map((one) =>
        h(
          "button",
          {
            key: one.value,
            type: "button",
            class: "chip",
            "aria-pressed": String(status === one.value),
            onClick: () => setParams(address, { status: one.value }),
          },
          one.label,
        ),
      ),
    ),
    h(
      "p",
      { class: "visually-hidden", role: "status" },
      tn("{count} session", "{count} sessions", rows.length),
    ),
    found.error &&
      rows.length > 0 &&
      h(
        "p",
        { class: "notice failed pane-notice" },
        t("Older sessions could not be read: {why}", { why: found.error.title }),
        h(
          "button",
          { type: "button", class: "button small", onClick: found.reload },
          t("Try again"),
        ),
      ),
    h(List, {
      rows,
      found,
      at,
      pull,
      setAt,
      filtered: Boolean(q || status),
      more: next ? more : null,
    }),
  );
}

/** @param {{rows: Session[], found: any, at: number, pull: number, setAt: (at: number) => void, filtered: boolean, more: (() => void) | null}} props */
function List({ rows, found, at, pull, setAt, filtered, more }) {
  if (rows.length === 0 && found.loading) return h(Loading, null);
  if (rows.length === 0 && found.error)
    return h(Failure, { error: found.error, retry: found.reload });
  if (rows.length === 0) return filtered ? h(NoMatch, null) : h(NoSessions, null);
  return h(RowList, {
    items: rows,
    height: phone.value ? 64 : 52,
    keyOf: (/** @type {Session} */ row) => row.id,
    label: t("Sessions"),
    selected: at,
    pull,
    onSelect: setAt,
    render: (/** @type {Session} */ row, /** @type {number} */ place) =>
      h(SessionRow, { session: row, selected: place === at }),
    after:
      more &&
      h(
        "div",
        { class: "more" },
        h("button", { type: "button", class: "button quiet", onClick: more }, t("Show older")),
      ),
  });
}

const NoMatch = () =>
  h(
    Empty,
    { icon: "search", title: t("Nothing fits this filter") },
    t("Try other words, or show all sessions."),
  );

const NoSessions = () =>
  h(
    Empty,
    {
      icon: "messages-square",
      title: t("No sessions yet"),
      action: h(
        "button",
        {
          type: "button",
          class: "button primary",
          onClick: () => {
            overlay.value = "new-session";
          },
        },
        t("Begin one"),
      ),
    },
    t("A session is one conversation with one agent, with everything it did."),
  );
