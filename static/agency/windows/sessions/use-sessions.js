import { useState } from "preact/hooks";
import { store } from "../../core/store.js";
import { waitingBySession } from "../../desktop/waiting.js";
import { api } from "../../net/api.js";
import { useLoad } from "../../ui/use-load.js";

/** @typedef {import("../../types/api").Session} Session */

const PAGE = 50;
const SETTLE_MS = 200;
const WORKING = ["queued", "running", "waiting_retry"];
/** Filters that the server does not know by this name. */
const OWN = ["", "closed", "waiting"];

/**
 * Whether a row belongs under a filter; the server's own search adds rows by their text.
 * @param {Session} row @param {string} status
 */
function fits(row, status) {
  if (status === "waiting") return waitingBySession.value.has(row.id) || row.status === "waiting";
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

/** Put a page's rows into the store. @param {{results: Session[]}} page @returns {string[]} their ids */
function keep(page) {
  store.addSessions(page.results);
  return page.results.map((row) => row.id);
}

/**
 * How many sub-agents each session of a page has, beside what is known.
 * @param {Map<string, number>} before @param {{results: any[]}} page
 */
function counted(before, page) {
  const next = new Map(before);
  for (const row of page.results) next.set(row.id, row.child_count ?? 0);
  return next;
}

/**
 * The sessions under a filter, live from the store, with what the server finds beyond it.
 * @param {string} q @param {string} status
 */
export function useSessions(q, status) {
  const [counts, setCounts] = useState(/** @type {Map<string, number>} */ (new Map()));
  const [next, setNext] = useState(/** @type {string | null} */ (null));
  const found = useLoad(
    async (signal) => {
      if (q) await new Promise((go) => setTimeout(go, SETTLE_MS));
      if (signal.aborted) return new Set();
      const query = {
        q: q || undefined,
        limit: PAGE,
        status: OWN.includes(status) ? undefined : status,
      };
      const page = await api.get("/api/session/", { signal, query });
      setNext(page.next);
      setCounts((before) => counted(before, page));
      return new Set(keep(page));
    },
    [q, status],
  );
  const more = async () => {
    const url = new URL(next ?? "", location.href);
    const page = await api.get(url.pathname + url.search);
    setNext(page.next);
    setCounts((before) => counted(before, page));
    found.set(new Set([...(found.value ?? []), ...keep(page)]));
  };
  const rows = [...store.sessions.value.values()]
    .map((row) => row.value)
    .filter((row) => fits(row, status) && (!q || says(row, q) || found.value?.has(row.id)))
    .filter((row) => !row.parent_id || found.value?.has(row.id))
    .sort(order);
  return { rows, counts, found, more: next ? more : null };
}
