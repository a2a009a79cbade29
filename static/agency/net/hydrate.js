/** Snapshots by REST, and which sessions the socket should follow. */

import { splitStream } from "../core/frames.js";
import { store } from "../core/store.js";
import { api } from "./api.js";
import { asFailure } from "./errors.js";
import { live } from "./live.js";

/** How long a hole may wait for the socket's replay before a snapshot is read. */
const REPLAY_WITHIN_MS = 2_500;
/** How soon a stream is asked for again that the server could not read. */
const AGAIN_AFTER_MS = 2_000;
/** A closed window's session stays followed for a while: people come back. */
const LINGER_MS = 60_000;

/** @type {Map<string, number>} */
const watchers = new Map();
/** @type {Map<string, ReturnType<typeof setTimeout>>} */
const mending = new Map();
/** @type {Map<string, Promise<void>>} */
const reading = new Map();

export async function hydrateMe() {
  store.hydrateMe(await api.get("/api/me/snapshot/"));
}

/**
 * @param {string} id
 * @returns {Promise<void>} never rejects: the outcome is in the session's state
 */
export function hydrateSession(id) {
  const known = reading.get(id);
  if (known) return known;
  const work = readSession(id).finally(() => reading.delete(id));
  reading.set(id, work);
  return work;
}

/** @param {string} id */
async function readSession(id) {
  try {
    const snapshot = await api.get(`/api/session/${id}/`);
    store.hydrateSession(snapshot);
    // Titles and lists know it then, however old it is and whoever began it.
    store.addSessions([snapshot.session]);
    follow(id);
  } catch (error) {
    const state = store.sessionState(id);
    const failure = asFailure(error);
    const isGone = failure.code === "not_found" || failure.code === "session_not_found";
    if (isGone) state.value = { ...state.peek(), status: "gone", error: failure };
    else if (state.peek().status !== "ready") {
      state.value = { ...state.peek(), status: "error", error: failure };
    }
  }
}

/** @param {string} id */
function follow(id) {
  const key = `session.${id}`;
  live.channel.send({ subscribe: { [key]: store.cursors()[key] ?? 0 } });
}

/**
 * Hold a session open: hydrated and followed until the returned call.
 * @param {string} id
 * @returns {() => void}
 */
export function watchSession(id) {
  const count = watchers.get(id) ?? 0;
  watchers.set(id, count + 1);
  if (count === 0 && store.sessionState(id).peek().status !== "ready") hydrateSession(id);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    watchers.set(id, (watchers.get(id) ?? 1) - 1);
    setTimeout(() => forget(id), LINGER_MS);
  };
}

/** @param {string} id */
function forget(id) {
  if ((watchers.get(id) ?? 0) > 0 || !store.isOpen(id)) return;
  watchers.delete(id);
  live.channel.send({ unsubscribe: [`session.${id}`] });
  store.drop(id);
}

/** Ask for what was missed on every stream: after each opening of the socket. */
export function followAll() {
  const cursors = store.cursors();
  if (Object.keys(cursors).length > 0) live.channel.send({ subscribe: cursors });
}

/** @param {string} stream that the server could not read just now: ask for it again soon */
export function followAgain(stream) {
  setTimeout(() => {
    const cursor = store.cursors()[stream];
    if (cursor !== undefined) live.channel.send({ subscribe: { [stream]: cursor } });
  }, AGAIN_AFTER_MS);
}

/** Holes found by the folds: first the replay, then a snapshot. */
export function mendHoles() {
  for (const key of store.staleStreams()) {
    if (mending.has(key)) continue;
    live.channel.send({ subscribe: { [key]: store.cursors()[key] } });
    const timer = setTimeout(() => {
      mending.delete(key);
      if (store.staleStreams().includes(key)) rehydrate(key);
    }, REPLAY_WITHIN_MS);
    mending.set(key, timer);
  }
}

/** @param {string} key a stream whose cursor is of no use any more */
export function rehydrate(key) {
  const [kind, subject] = splitStream(key);
  if (kind === "session") return hydrateSession(subject);
  return hydrateMe().catch(() => {});
}

/** After an error on loading, or a refused replay of all streams. */
export async function rehydrateAll() {
  await hydrateMe();
  const ids = [...watchers].filter(([, count]) => count > 0).map(([id]) => id);
  await Promise.all(ids.map(hydrateSession));
}
