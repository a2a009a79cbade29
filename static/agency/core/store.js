/**
 * Everything the page knows, as signals. Frames and snapshots come in through `apply` and the
 * `hydrate…` calls, one transaction each; components only read.
 */
import { batch, signal } from "@preact/signals-core";
import { emptySession, foldSession, hydrateSession } from "./folds/session.js";
import { addSessions, emptyUser, foldUser, hydrateUser } from "./folds/user.js";
import { emptyWorkspace, foldWorkspace, hydrateWorkspace } from "./folds/workspace.js";
import { isEphemeral, splitStream } from "./frames.js";

/**
 * @typedef {import("../types/api").Frame} Frame
 * @typedef {import("../types/api").Session} Session
 * @typedef {import("../types/state").SessionState} SessionState
 * @typedef {"connecting" | "live" | "reconnecting" | "offline"} Connection
 */

/**
 * @template T
 * @typedef {import("@preact/signals-core").Signal<T>} Signal
 */

export class Store {
  #user = emptyUser();
  #userStream = "";
  /** @type {Map<string, Signal<Map<string, any>>>} */
  #resources = new Map();
  /** @type {Map<string, Signal<SessionState>>} */
  #open = new Map();
  /** @type {Map<string, import("../types/state").WorkspaceState>} */
  #catalogues = new Map();
  /** @type {Set<(frame: Frame) => void>} */
  #listeners = new Set();
  #now;

  /** @type {Signal<import("../types/api").Me | null>} */
  me = signal(null);
  /** By id. @type {Signal<Map<string, import("../types/api").MyWorkspace>>} */
  workspaces = signal(new Map());
  /**
   * The map changes when the set of sessions does, a row's own signal when the row does.
   * @type {Signal<Map<string, Signal<Session>>>}
   */
  sessions = signal(new Map());
  /** The pending ones this person may see, by id. @type {Signal<Map<string, import("../types/api").Interruption>>} */
  interruptions = signal(new Map());
  /** @type {Signal<Connection>} */
  connection = signal(/** @type {Connection} */ ("connecting"));
  /** When the connection took its state, in ms. @type {Signal<number>} */
  since;
  /** What this page sent and the server has not shown yet. @type {Signal<import("../types/state").OutboxItem[]>} */
  outbox = signal([]);

  /** @param {() => number} [now] */
  constructor(now = Date.now) {
    this.#now = now;
    this.since = signal(now());
    this.agents = this.resource("agent");
    this.models = this.resource("model");
    this.providers = this.resource("provider");
    this.modes = this.resource("mode");
  }

  /**
   * The records of a catalogue resource by id: `agent`, `model`, `tool`, `mission`, …
   * @param {string} name singular, as the wire says it
   */
  resource(name) {
    const known = this.#resources.get(name);
    if (known) return known;
    const fresh = signal(/** @type {Map<string, any>} */ (new Map()));
    this.#resources.set(name, fresh);
    return fresh;
  }

  /**
   * One session's state, `loading` until it is hydrated (see `intents/open_session.js`).
   * @param {string} id
   */
  sessionState(id) {
    const known = this.#open.get(id);
    if (known) return known;
    const fresh = signal(emptySession(id));
    this.#open.set(id, fresh);
    return fresh;
  }

  /** Whether a session's state is held, without beginning to. @param {string} id */
  isOpen(id) {
    return this.#open.has(id);
  }

  /** Forget a session's state once no window shows it. @param {string} id */
  drop(id) {
    this.#open.delete(id);
  }

  /** @param {Frame[]} frames in the order of arrival */
  apply(frames) {
    batch(() => {
      for (const frame of frames) this.#fold(frame);
    });
    for (const frame of frames) for (const listener of this.#listeners) listener(frame);
  }

  /**
   * Be told of each frame after it was folded.
   * @param {(frame: Frame) => void} listener
   * @returns {() => void} stops it
   */
  listen(listener) {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** @param {import("../types/api").MeSnapshot} snapshot */
  hydrateMe(snapshot) {
    batch(() => {
      this.me.value = snapshot.me;
      this.workspaces.value = new Map(snapshot.workspaces.map((row) => [String(row.id), row]));
      this.#userStream = `user.${snapshot.me.id}`;
      this.#publishUser(hydrateUser(this.#user, snapshot, this.#userStream));
      for (const { id } of snapshot.workspaces) this.#hydrateCatalogue(String(id), snapshot);
    });
  }

  /** @param {import("../types/api").SessionSnapshot} snapshot */
  hydrateSession(snapshot) {
    const state = this.sessionState(snapshot.session.id);
    state.value = hydrateSession(state.value, snapshot);
  }

  /** Rows of the session list beyond the snapshot. @param {Session[]} page */
  addSessions(page) {
    batch(() => this.#publishUser(addSessions(this.#user, page)));
  }

  /**
   * A catalogue list that was read by REST, e.g. the tools.
   * @param {string} name
   * @param {any[]} records
   */
  setResource(name, records) {
    const [id, state] = this.#catalogue(null);
    this.#publishCatalogue(id, hydrateWorkspace(state, { [name]: records }, state.seq));
  }

  /**
   * One record as the answer to a write gave it, ahead of its event.
   * @param {string} name
   * @param {any} record
   */
  putResource(name, record) {
    const [id, state] = this.#catalogue(record.workspace_id);
    const records = new Map(state.resources.get(name)).set(String(record.id), record);
    const resources = new Map(state.resources).set(name, records);
    this.#publishCatalogue(id, { ...state, resources });
  }

  /** @param {Connection} state */
  setConnection(state) {
    if (this.connection.peek() === state) return;
    batch(() => {
      this.connection.value = state;
      this.since.value = this.#now();
    });
  }

  /**
   * The last event applied of each stream that a socket should follow.
   * @returns {Record<string, number>}
   */
  cursors() {
    const all = [...this.#streams()].map(([key, state]) => [key, state.seq]);
    return Object.fromEntries(all);
  }

  /** The streams with a hole. @returns {string[]} */
  staleStreams() {
    return [...this.#streams()].filter(([, state]) => state.stale).map(([key]) => key);
  }

  /** @returns {Iterable<[string, import("../types/state").Sequenced]>} the hydrated ones */
  *#streams() {
    if (this.#user.seq >= 0) yield [this.#userStream, this.#user];
    for (const [id, state] of this.#catalogues)
      if (state.seq >= 0) yield [`workspace.${id}`, state];
    for (const [id, state] of this.#open) {
      if (state.peek().status === "ready") yield [`session.${id}`, state.peek()];
    }
  }

  /** @param {Frame} frame */
  #fold(frame) {
    if (isEphemeral(frame)) return this.#foldSession(this.#sessionOf(frame), frame);
    if (!frame.stream) return;
    const [kind, subject] = splitStream(frame.stream);
    if (kind === "session") this.#foldSession(subject, frame);
    else if (frame.stream === this.#userStream) this.#publishUser(foldUser(this.#user, frame));
    else if (kind === "workspace") {
      const state = this.#catalogues.get(subject) ?? emptyWorkspace();
      this.#publishCatalogue(subject, foldWorkspace(state, frame));
    }
  }

  /**
   * A delta does not name its session: it belongs where its message is being written.
   * @param {Frame} frame
   * @returns {string}
   */
  #sessionOf(frame) {
    if (frame.session_id) return frame.session_id;
    for (const [id, state] of this.#open)
      if (state.peek().stream?.message_id === frame.message_id) return id;
    return "";
  }

  /**
   * @param {string} id
   * @param {Frame} frame
   */
  #foldSession(id, frame) {
    const state = this.#open.get(id);
    if (state) state.value = foldSession(state.value, frame);
  }

  /** @param {import("../types/state").UserState} next */
  #publishUser(next) {
    const before = this.#user;
    this.#user = next.deleted.length > 0 ? { ...next, deleted: [] } : next;
    for (const id of next.deleted) {
      const state = this.#open.get(id);
      if (state) state.value = { ...state.value, status: "gone" };
    }
    if (before.interruptions !== next.interruptions) this.interruptions.value = next.interruptions;
    if (before.sessions !== next.sessions) this.#publishSessions(next.sessions);
  }

  /** @param {Map<string, Session>} rows */
  #publishSessions(rows) {
    const shown = this.sessions.peek();
    for (const [id, row] of rows) {
      const known = shown.get(id);
      if (known) known.value = row;
    }
    const isSame = shown.size === rows.size && [...rows.keys()].every((id) => shown.has(id));
    if (isSame) return;
    this.sessions.value = new Map([...rows].map(([id, row]) => [id, shown.get(id) ?? signal(row)]));
  }

  /**
   * @param {string} id
   * @param {import("../types/api").MeSnapshot} snapshot
   */
  #hydrateCatalogue(id, snapshot) {
    const first = String(snapshot.workspaces[0].id);
    /** @param {any[]} rows */
    const own = (rows) => (rows ?? []).filter((row) => String(row.workspace_id ?? first) === id);
    const { agents, models, providers, modes } = snapshot;
    const lists = {
      agent: own(agents),
      model: own(models),
      provider: own(providers),
      mode: own(modes ?? []),
    };
    const seq = snapshot.cursor[`workspace.${id}`] ?? 0;
    this.#publishCatalogue(id, hydrateWorkspace(this.#catalogue(id)[1], lists, seq));
  }

  /**
   * @param {string | null} id null for the first workspace
   * @returns {[string, import("../types/state").WorkspaceState]}
   */
  #catalogue(id) {
    const key = id ?? [...this.workspaces.peek().keys()][0] ?? "";
    return [key, this.#catalogues.get(key) ?? emptyWorkspace()];
  }

  /**
   * @param {string} id
   * @param {import("../types/state").WorkspaceState} next
   */
  #publishCatalogue(id, next) {
    const before = this.#catalogues.get(id);
    this.#catalogues.set(id, next);
    for (const [name, records] of next.resources) {
      if (before?.resources.get(name) === records) continue;
      const all = [...this.#catalogues.values()];
      const merged = all.flatMap((one) => [...(one.resources.get(name) ?? [])]);
      this.resource(name).value = new Map(merged);
    }
  }
}

/** The page's own. */
export const store = new Store();
