/**
 * The transcript as rows: each message of a person, and between them what the agent did as one turn.
 *
 * A turn's last message without calls is its answer; what came before are its steps. Rows that did
 * not change keep their identity, so that only what changed is drawn again.
 */

/**
 * @typedef {import("../types/api").Message} Message
 * @typedef {import("../types/api").ToolCall} ToolCall
 * @typedef {import("../types/state").SessionState} SessionState
 * @typedef {{key: string, kind: "human", message: Message}} HumanRow
 * @typedef {{key: string, kind: "agent", runId: string | null, messages: Message[],
 *   calls: Map<string, ToolCall>, run: import("../types/api").Run | null, isLive: boolean}} AgentRow
 * @typedef {HumanRow | AgentRow} Row
 * @typedef {Pick<SessionState, "messages" | "toolCalls" | "runs" | "stream"> &
 *   {branchId: string | null | undefined}} PathState
 */

const LIVE = new Set(["queued", "running", "suspended"]);

/** The run that a session is working on, if any. @param {Pick<SessionState, "runs">} state */
export function liveRun(state) {
  for (const run of state.runs.values()) if (LIVE.has(run.status)) return run;
  return null;
}

/** A summary is work too, but no turn of the conversation. @param {Pick<SessionState, "runs">} state */
const liveTurn = (state) => {
  const run = liveRun(state);
  return run?.kind === "compact" ? null : run;
};

/**
 * @param {PathState} state
 * @param {Row[]} [before] the rows of the last time
 * @returns {Row[]}
 */
export function toRows(state, before = []) {
  const live = liveTurn(state);
  const known = new Map(before.map((row) => [row.key, row]));
  const callsByMessage = groupCalls(state.toolCalls);
  /** @type {Row[]} */
  const rows = [];
  const parts = partition(state.messages);
  addLivePart(parts, live ?? brokenRun(state), state.stream !== null);
  parts.forEach((part, at) => {
    const isLive = live !== null && at === parts.length - 1 && !part.human;
    rows.push(
      keepRow(
        known,
        part.human ? humanRow(part) : agentRow(part, { live, isLive, state, callsByMessage }),
      ),
    );
  });
  return rows;
}

/** @typedef {{human: Message | null, key: string, runId: string | null, messages: Message[]}} Part */

/**
 * @param {Message[]} messages
 * @returns {Part[]}
 */
function partition(messages) {
  /** @type {Part[]} */
  const parts = [];
  /** @type {Map<string, number>} */
  const seen = new Map();
  for (const message of messages) {
    if (message.role === "human") {
      parts.push({ human: message, key: message.id, runId: null, messages: [] });
      continue;
    }
    const last = parts.at(-1);
    if (last && !last.human) last.messages.push(message);
    else parts.push(newPart(seen, message.run_id, last?.human?.id ?? message.id, [message]));
  }
  return parts;
}

/**
 * @param {Map<string, number>} seen how often each run began a part: a steering message splits one
 * @param {string | null} runId
 * @param {string} after what the key falls back to
 * @param {Message[]} messages
 * @returns {Part}
 */
function newPart(seen, runId, after, messages) {
  const name = runId ? `run.${runId}` : `after.${after}`;
  const count = seen.get(name) ?? 0;
  seen.set(name, count + 1);
  return { human: null, key: count === 0 ? name : `${name}.${count}`, runId, messages };
}

/**
 * The newest run, when it ended badly before it said anything: its turn shows why.
 * @param {PathState} state
 */
function brokenRun({ runs, messages, branchId }) {
  const run = [...runs.values()].findLast((one) => one.kind !== "compact");
  const last = messages.at(-1);
  if (!run || !last || !["failed", "stopped"].includes(run.status)) return null;
  const isAnswered = messages.some((message) => message.run_id === run.id);
  const isNext = run.first_depth === last.depth + 1 && run.branch_id === branchId;
  return isNext && !isAnswered ? run : null;
}

/**
 * A turn that has no message yet still has a place.
 * @param {Part[]} parts
 * @param {import("../types/api").Run | null} run
 * @param {boolean} hasStream
 */
function addLivePart(parts, run, hasStream) {
  if (parts.at(-1)?.human === null) return;
  if (!run && !hasStream) return;
  const sameRun = parts.filter((part) => part.runId !== null && part.runId === run?.id).length;
  const name = run ? `run.${run.id}` : "run.pending";
  parts.push({
    human: null,
    key: sameRun === 0 ? name : `${name}.${sameRun}`,
    runId: run?.id ?? null,
    messages: [],
  });
}

/** @param {Part} part @returns {HumanRow} */
const humanRow = (part) => ({
  key: part.key,
  kind: "human",
  message: /** @type {Message} */ (part.human),
});

/**
 * @param {Part} part
 * @param {{live: import("../types/api").Run | null, isLive: boolean, state: Pick<SessionState, "runs">,
 *   callsByMessage: Map<string, ToolCall[]>}} context
 * @returns {AgentRow}
 */
function agentRow(part, { live, isLive, state, callsByMessage }) {
  const calls = part.messages.flatMap((message) => callsByMessage.get(message.id) ?? []);
  const run = (part.runId ? state.runs.get(part.runId) : null) ?? (isLive ? live : null);
  return {
    key: part.key,
    kind: "agent",
    runId: part.runId ?? run?.id ?? null,
    messages: part.messages,
    calls: new Map(calls.map((call) => [call.id, call])),
    run: run ?? null,
    isLive,
  };
}

/** @param {Map<string, ToolCall>} toolCalls */
function groupCalls(toolCalls) {
  /** @type {Map<string, ToolCall[]>} */
  const groups = new Map();
  for (const call of toolCalls.values()) {
    const group = groups.get(call.message_id);
    if (group) group.push(call);
    else groups.set(call.message_id, [call]);
  }
  for (const group of groups.values()) group.sort((a, b) => a.idx - b.idx);
  return groups;
}

/**
 * @param {Map<string, Row>} known
 * @param {Row} row
 */
function keepRow(known, row) {
  const old = known.get(row.key);
  return old && isSame(old, row) ? old : row;
}

/**
 * @param {Row} a
 * @param {Row} b
 */
function isSame(a, b) {
  if (a.kind === "human" || b.kind === "human") {
    return a.kind === "human" && b.kind === "human" && a.message === b.message;
  }
  const isSameCalls =
    a.calls.size === b.calls.size && [...b.calls].every(([id, call]) => a.calls.get(id) === call);
  return (
    a.run === b.run &&
    a.isLive === b.isLive &&
    isSameCalls &&
    a.messages.length === b.messages.length &&
    a.messages.every((message, at) => message === b.messages[at])
  );
}

/**
 * Which message of a turn is its answer: the last one, when it asks for nothing more.
 * @param {AgentRow} row
 * @returns {{steps: Message[], answer: Message | null}}
 */
export function splitTurn(row) {
  const last = row.messages.at(-1);
  const isAnswer =
    last?.role === "ai" && (last.tool_calls ?? []).length === 0 && !hasCall(row, last);
  if (!isAnswer) return { steps: row.messages, answer: null };
  return { steps: row.messages.slice(0, -1), answer: last };
}

/**
 * @param {AgentRow} row
 * @param {Message} message
 */
const hasCall = (row, message) =>
  [...row.calls.values()].some((call) => call.message_id === message.id);
