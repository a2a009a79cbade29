/** The active path: how messages are appended to it, and how it changes with branches. */
import { isOnPath, lineage } from "../siblings.js";
import { byId, withEntries } from "./maps.js";

/**
 * @typedef {import("../../types/state").SessionState} SessionState
 * @typedef {import("../../types/api").Frame} Frame
 * @typedef {import("../../types/api").Message} Message
 */

/**
 * Newest first, since it is asked about what is being written.
 * @param {SessionState} state
 * @param {string} id
 */
export const hasMessage = (state, id) =>
  state.messages.findLast((message) => message.id === id) !== undefined;

/**
 * @param {Frame} frame
 * @returns {Message}
 */
export function asMessage(frame) {
  const { type, stream, seq, thread_id, ref, ...message } = frame;
  return /** @type {any} */ (message);
}

/**
 * @param {SessionState} state
 * @param {Message} message
 * @returns {SessionState}
 */
export function addMessage(state, message) {
  const stream = state.stream?.message_id === message.id ? null : state.stream;
  const queue = state.queue.some((item) => item.id === message.id)
    ? state.queue.filter((item) => item.id !== message.id)
    : state.queue;
  const branches = withHead(state.branches, message);
  const at = state.messages.findIndex((other) => other.id === message.id);
  if (at >= 0) return { ...state, stream, queue, messages: state.messages.with(at, message) };
  const last = state.messages.at(-1);
  const fits = last ? message.parent_id === last.id : !state.hasOlder;
  const parts = lineage(branches, state.session?.active_branch_id ?? message.branch_id);
  if (!fits || !isOnPath(parts, message)) return { ...state, stream, queue, branches };
  return { ...state, stream, queue, branches, messages: [...state.messages, message] };
}

/**
 * A branch's head follows its messages; no event of its own tells it.
 * @param {import("../../types/api").Branch[]} branches
 * @param {Message} message
 */
function withHead(branches, message) {
  const at = branches.findIndex((branch) => branch.id === message.branch_id);
  if (at < 0 || branches[at].head_depth >= message.depth) return branches;
  return branches.with(at, { ...branches[at], head_depth: message.depth });
}

/**
 * Older pages that were read stay in front of a newer page that continues them: the messages before
 * a message are the same on every path.
 * @param {Message[]} known
 * @param {Message[]} page
 */
export function joinPath(known, page) {
  const at = page.length > 0 ? known.findIndex((message) => message.id === page[0].id) : -1;
  return at > 0 ? [...known.slice(0, at), ...page] : page;
}

/**
 * @param {SessionState} state
 * @param {Frame} frame
 * @returns {SessionState}
 */
export function branchCreated(state, frame) {
  const { branch } = frame.data;
  const branches = [...state.branches.filter((other) => other.id !== branch.id), branch];
  return branchSwitched(state, { ...frame, data: { ...frame.data, branches } });
}

/**
 * @param {SessionState} state
 * @param {Frame} frame
 * @returns {SessionState}
 */
export function branchSwitched(state, { data }) {
  const messages = joinPath(state.messages, data.messages);
  return {
    ...state,
    session: state.session && { ...state.session, active_branch_id: data.active_branch_id },
    branches: data.branches,
    messages,
    hasOlder: messages === data.messages ? data.has_older : state.hasOlder,
    toolCalls: withEntries(state.toolCalls, data.tool_calls),
    toolGroups: withEntries(state.toolGroups, data.tool_groups),
    runs: data.runs ? byId(data.runs) : state.runs,
    context: data.context ?? state.context,
    stream: null,
  };
}
