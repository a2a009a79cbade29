/**
 * A session's window as a fold of its stream: an old snapshot plus the events after its cursor
 * equals a fresh snapshot.
 */
import { foldKey, isDurable, isEphemeral } from "../frames.js";
import { release, sequenced } from "../sequence.js";
import { byId, named, withEntry } from "./maps.js";
import {
  addMessage,
  asMessage,
  branchCreated,
  branchSwitched,
  hasMessage,
  joinPath,
} from "./path.js";
import { foldStream, fromSnapshot } from "./stream.js";

/**
 * @typedef {import("../../types/state").SessionState} SessionState
 * @typedef {import("../../types/api").Frame} Frame
 * @typedef {import("../../types/api").SessionSnapshot} SessionSnapshot
 */

/**
 * @param {string} id
 * @returns {SessionState}
 */
export const emptySession = (id) => ({
  id,
  status: "loading",
  error: null,
  session: null,
  messages: [],
  hasOlder: false,
  loadingOlder: false,
  branches: [],
  runs: new Map(),
  toolCalls: new Map(),
  toolGroups: new Map(),
  children: new Map(),
  interruptions: new Map(),
  resolved: new Map(),
  stream: null,
  queue: [],
  usage: null,
  context: null,
  seq: -1,
  stale: false,
  held: [],
});

/**
 * Replace the state by a snapshot; frames held meanwhile are applied when they are newer.
 * @param {SessionState} state
 * @param {SessionSnapshot} snapshot
 * @returns {SessionState}
 */
export function hydrateSession(state, snapshot) {
  const seq = snapshot.cursor?.[`session.${state.id}`] ?? 0;
  if (state.status === "ready" && seq < state.seq) return state;
  const messages = joinPath(state.messages, snapshot.messages);
  const settled = new Set(messages.map((message) => message.id));
  const next = {
    ...state,
    status: /** @type {const} */ ("ready"),
    error: null,
    session: snapshot.session,
    messages,
    hasOlder: messages === snapshot.messages ? snapshot.has_older : state.hasOlder,
    branches: snapshot.branches ?? [],
    runs: byId(snapshot.runs),
    toolCalls: new Map([...state.toolCalls, ...byId(snapshot.tool_calls)]),
    toolGroups: new Map([...state.toolGroups, ...byId(snapshot.tool_groups)]),
    children: byId(snapshot.children),
    interruptions: byId(snapshot.interruptions),
    stream: fromSnapshot(snapshot.stream, (id) => settled.has(id)),
    queue: snapshot.queue ?? [],
    usage: snapshot.usage ?? null,
    context: snapshot.context ?? null,
    seq,
  };
  return release(next, apply);
}

/**
 * Put an older page before what is there.
 * @param {SessionState} state
 * @param {{messages: import("../../types/api").Message[], has_older: boolean, tool_calls?: any[],
 *   tool_groups?: any[]}} page
 *   oldest first
 * @returns {SessionState}
 */
export function prependOlder(state, page) {
  const known = new Set(state.messages.map((message) => message.id));
  const fresh = page.messages.filter((message) => !known.has(message.id));
  return {
    ...state,
    messages: [...fresh, ...state.messages],
    hasOlder: page.has_older,
    loadingOlder: false,
    toolCalls: new Map([...byId(page.tool_calls), ...state.toolCalls]),
    toolGroups: new Map([...byId(page.tool_groups), ...state.toolGroups]),
  };
}

/** @type {Record<string, (state: SessionState, frame: Frame) => SessionState>} */
const handlers = {
  message: (state, frame) => addMessage(state, asMessage(frame)),
  session_status: setSession,
  session_updated: setSession,
  session_closed: setSession,
  name_updated: setSession,
  session_deleted: deleted,
  branch_created: branchCreated,
  branch_switched: branchSwitched,
  queue_changed: (state, { data }) => ({
    ...state,
    queue: data.queue,
    session: state.session && { ...state.session, queue_paused: data.queue_paused },
  }),
  run_start: setRun,
  run_waiting: setRun,
  run_retrying: (state, frame) => dropStream(setRun(state, frame), frame.data.run?.id),
  run_end: (state, frame) => dropStream(setRun(state, frame), frame.data.run?.id),
  step_start: setStep,
  step_end: setStep,
  tool_call: setToolCall,
  tool_result: setToolCall,
  usage: (state, { data }) => ({
    ...state,
    usage: data.usage,
    context: state.context && { ...state.context, ...data.context },
  }),
  context_compacted: (state, { data }) => ({ ...state, context: data.context }),
  interruption_opened: (state, { data }) => ({
    ...state,
    interruptions: withEntry(state.interruptions, data.interruption),
  }),
  interruption_resolved: resolveInterruption,
  group_meta_updated: (state, { data }) => ({
    ...state,
    toolGroups: withEntry(state.toolGroups, data.tool_group),
  }),
  child_started: setChild,
  child_ended: setChild,
};

/**
 * @param {SessionState} state
 * @param {Frame} frame
 */
function apply(state, frame) {
  const handler = handlers[foldKey(frame)];
  return handler ? handler(state, frame) : state;
}

const applyInOrder = sequenced(apply);

/**
 * Fold one frame, durable or ephemeral. Frames that come before the first snapshot are held.
 * @type {import("../../types/state").Fold<SessionState>}
 */
export function foldSession(state, frame) {
  if (isEphemeral(frame)) {
    if (state.status !== "ready") return state;
    const isSettled = (/** @type {string} */ id) => hasMessage(state, id);
    const stream = foldStream(state.stream, frame, isSettled);
    return stream === state.stream ? state : { ...state, stream };
  }
  return isDurable(frame) ? applyInOrder(state, frame) : state;
}

/**
 * @param {SessionState} state
 * @param {Frame} frame
 * @returns {SessionState}
 */
function setSession(state, { data }) {
  if (!data.session) return state;
  if (data.session.id !== state.id) return setChild(state, { data: { child: data.session } });
  const interruptions = named(state.interruptions, data.session);
  return { ...state, session: data.session, interruptions };
}

/**
 * A session that this one began, as it stands now.
 * @param {SessionState} state
 * @param {{data?: any}} frame
 * @returns {SessionState}
 */
function setChild(state, { data }) {
  return data.child ? { ...state, children: withEntry(state.children, data.child) } : state;
}

/**
 * The session went, or one of its children.
 * @param {SessionState} state
 * @param {Frame} frame
 * @returns {SessionState}
 */
function deleted(state, { data }) {
  if ((data?.session_id ?? state.id) === state.id) return { ...state, status: "gone" };
  const children = new Map(state.children);
  children.delete(data.session_id);
  return { ...state, children };
}

/**
 * @param {SessionState} state
 * @param {Frame} frame
 * @returns {SessionState}
 */
function setRun(state, { data }) {
  return data.run ? { ...state, runs: withEntry(state.runs, data.run) } : state;
}

/**
 * @param {SessionState} state
 * @param {Frame} frame
 * @returns {SessionState}
 */
function setStep(state, { data }) {
  const run = state.runs.get(data.run_id);
  if (!run || run.step === data.step) return state;
  return { ...state, runs: withEntry(state.runs, { ...run, step: data.step }) };
}

/**
 * What was streamed by a run that ended or starts its call anew is void: kept text came as a message.
 * @param {SessionState} state
 * @param {string | undefined} runId
 */
function dropStream(state, runId) {
  return state.stream && state.stream.run_id === runId ? { ...state, stream: null } : state;
}

/**
 * @param {SessionState} state
 * @param {Frame} frame
 * @returns {SessionState}
 */
function setToolCall(state, { data }) {
  return data.tool_call
    ? { ...state, toolCalls: withEntry(state.toolCalls, data.tool_call) }
    : state;
}

/**
 * @param {SessionState} state
 * @param {Frame} frame
 * @returns {SessionState}
 */
function resolveInterruption(state, { data }) {
  const interruptions = new Map(state.interruptions);
  interruptions.delete(data.interruption.id);
  return { ...state, interruptions, resolved: withEntry(state.resolved, data.interruption) };
}
