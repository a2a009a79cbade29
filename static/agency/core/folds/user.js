/** The session list and the inbox as a fold of the user's stream. */
import { foldKey } from "../frames.js";
import { release, sequenced } from "../sequence.js";
import { named } from "./maps.js";

/**
 * @typedef {import("../../types/state").UserState} UserState
 * @typedef {import("../../types/api").Frame} Frame
 */

/** Kinds that the session list leaves out: their parents show them. */
const UNLISTED = new Set(["child", "invoked", "browser", "test"]);

/** @returns {UserState} */
export const emptyUser = () => ({
  sessions: new Map(),
  interruptions: new Map(),
  deleted: [],
  seq: -1,
  stale: false,
  held: [],
});

/**
 * @param {UserState} state
 * @param {import("../../types/api").MeSnapshot} snapshot
 * @param {string} stream `user.<id>`
 * @returns {UserState}
 */
export function hydrateUser(state, snapshot, stream) {
  const seq = snapshot.cursor[stream] ?? 0;
  if (seq < state.seq) return state;
  const sessions = new Map(snapshot.sessions.map((session) => [session.id, session]));
  const interruptions = new Map(snapshot.interruptions.map((item) => [item.id, item]));
  return release({ ...state, sessions, interruptions, seq }, apply);
}

/**
 * Sessions beyond the snapshot's newest fifty, read page by page.
 * @param {UserState} state
 * @param {import("../../types/api").Session[]} page
 * @returns {UserState}
 */
export function addSessions(state, page) {
  const sessions = new Map(state.sessions);
  for (const session of page) if (!sessions.has(session.id)) sessions.set(session.id, session);
  return { ...state, sessions };
}

/** @type {Record<string, (state: UserState, frame: Frame) => UserState>} */
const handlers = {
  session_status: setSession,
  session_updated: setSession,
  session_closed: setSession,
  name_updated: setSession,
  session_deleted: removeSession,
  interruption_opened: (state, { data }) => {
    const interruptions = new Map(state.interruptions).set(data.interruption.id, data.interruption);
    return { ...state, interruptions };
  },
  interruption_resolved: (state, { data }) => {
    const interruptions = new Map(state.interruptions);
    interruptions.delete(data.interruption.id);
    return { ...state, interruptions };
  },
};

/**
 * @param {UserState} state
 * @param {Frame} frame
 */
function apply(state, frame) {
  const handler = handlers[foldKey(frame)];
  return handler ? handler(state, frame) : state;
}

/** @type {import("../../types/state").Fold<UserState>} */
export const foldUser = sequenced(apply);

/**
 * @param {UserState} state
 * @param {Frame} frame
 * @returns {UserState}
 */
function setSession(state, { data }) {
  if (!data.session) return state;
  const interruptions = named(state.interruptions, data.session);
  if (UNLISTED.has(data.session.kind)) return { ...state, interruptions };
  const sessions = new Map(state.sessions).set(data.session.id, data.session);
  return { ...state, sessions, interruptions };
}

/**
 * @param {UserState} state
 * @param {Frame} frame
 * @returns {UserState}
 */
function removeSession(state, { data, session_id }) {
  const id = data?.session_id ?? session_id;
  const sessions = new Map(state.sessions);
  sessions.delete(id);
  const left = [...state.interruptions].filter(([, item]) => item.session_id !== id);
  return { ...state, sessions, interruptions: new Map(left), deleted: [...state.deleted, id] };
}
