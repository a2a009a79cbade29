/** Which sessions a list shows: from its address, for the server and for rows at hand. Pure. */
import { midnight, shift } from "./days.js";

/**
 * @typedef {import("../types/api").Session} Session
 * @typedef {{q?: string, status?: string, agent?: string, since?: string, until?: string,
 *   sort?: string}} Filters `since` and `until` are days, both included
 */

const WORKING = ["queued", "running", "waiting_retry"];

/** The names that narrow the list, beside its order. */
export const NAMES = /** @type {const} */ (["q", "status", "agent", "since", "until"]);

/** @param {Filters} filters */
export const isNarrowed = (filters) => NAMES.some((name) => filters[name]);

/** Those of the second row, which stand as chips where they can be taken back. @param {Filters} filters */
export const chosen = (filters) =>
  /** @type {const} */ (["agent", "since", "until"]).filter((name) => filters[name]);

/**
 * The question for the server.
 * @param {Filters} filters @returns {Record<string, string>}
 */
export function toQuery({ q, status, agent, since, until }) {
  const statuses = /** @type {Record<string, string>} */ ({ running: WORKING.join(",") });
  const [from, to] = [midnight(since), until && midnight(until) && midnight(shift(until, 1))];
  return {
    ...(q?.trim() && { q: q.trim().slice(0, 200) }),
    ...(status && { status: statuses[status] ?? status }),
    ...(agent && { agent }),
    ...(from && { since: from.toISOString() }),
    ...(to && { until: to.toISOString() }),
  };
}

/**
 * Whether a row that is at hand belongs to the list; its words are only sought in its name.
 * @param {Session} row @param {Filters} filters @param {boolean} waits whether it waits for a person
 */
export function fits(row, filters, waits) {
  return (
    fitsStatus(row, filters.status, waits) &&
    (!filters.agent || row.agent_id === filters.agent) &&
    fitsDays(row, filters)
  );
}

/** @param {Session} row @param {string | undefined} status @param {boolean} waits */
function fitsStatus(row, status, waits) {
  if (status === "waiting") return waits || row.status === "waiting";
  if (status === "running") return WORKING.includes(row.status);
  return !status || row.status === status;
}

/** @param {Session} row @param {Filters} filters */
function fitsDays({ updated_at }, { since, until }) {
  const at = Date.parse(updated_at);
  const [from, to] = [midnight(since), until && midnight(until) && midnight(shift(until, 1))];
  return (!from || at >= from.getTime()) && (!to || at < to.getTime());
}

/** @param {Session} row @param {string} text */
export const says = (row, text) =>
  `${row.name} ${row.agent_name ?? ""}`.toLowerCase().includes(text.trim().toLowerCase());

/**
 * What needs a person first, the most pressing on top, then the latest; or only the latest.
 * @param {Map<string, number>} places of sessions among what waits, 0 is the most pressing
 * @param {string | undefined} sort
 * @returns {(a: Session, b: Session) => number}
 */
export function order(places, sort) {
  const latest = (/** @type {Session} */ a, /** @type {Session} */ b) =>
    b.updated_at.localeCompare(a.updated_at) || b.id.localeCompare(a.id);
  if (sort === "latest") return latest;
  const place = (/** @type {Session} */ row) => places.get(row.id) ?? Number.POSITIVE_INFINITY;
  return (a, b) => {
    const [first, second] = [place(a), place(b)];
    return first === second ? latest(a, b) : first - second;
  };
}
