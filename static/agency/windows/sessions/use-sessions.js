import { useEffect, useState } from "preact/hooks";
import { fits, order, says, toQuery } from "../../core/session-filters.js";
import { store } from "../../core/store.js";
import { waitingInOrder } from "../../desktop/waiting.js";
import { usePages } from "../../ui/use-pages.js";

/**
 * @typedef {import("../../types/api").Session} Session
 * @typedef {import("../../types/api").ListedSession} Listed
 */

const PAGE = 50;

/** The sessions that wait for this person, by how pressing it is. @returns {Map<string, number>} */
function pressing() {
  /** @type {Map<string, number>} */
  const places = new Map();
  for (const one of waitingInOrder.value)
    if (!places.has(one.session_id)) places.set(one.session_id, places.size);
  return places;
}

/** Put what was read into the store, which keeps it live; and count children. @param {Listed[] | null} rows */
function useKept(rows) {
  const [counts, setCounts] = useState(/** @type {Map<string, number>} */ (new Map()));
  useEffect(() => {
    if (!rows) return;
    store.addSessions(/** @type {any} */ (rows));
    setCounts((before) => {
      const next = new Map(before);
      for (const row of rows) next.set(row.id, row.child_count ?? 0);
      return next;
    });
  }, [rows?.length, rows?.[0]?.id, rows?.at(-1)?.id]);
  return counts;
}

/**
 * The sessions under a filter, live from the store, with what the server finds beyond it.
 * @param {import("../../core/session-filters.js").Filters} filters
 */
export function useSessions(filters) {
  const { q = "", sort } = filters;
  const query = { ...toQuery(filters), limit: PAGE };
  const pages = usePages("/api/session/", query, { settle: q !== "" });
  const counts = useKept(pages.rows);
  const places = pressing();
  const found = new Set(pages.rows?.map((row) => row.id));
  const rows = [...store.sessions.value.values()]
    .map((row) => row.value)
    .filter((row) => fits(row, filters, places.has(row.id)))
    .filter((row) => !q.trim() || says(row, q) || found.has(row.id))
    .filter((row) => !row.parent_id || found.has(row.id))
    .sort(order(places, sort));
  return { rows, counts, pages };
}
