/** Records of the wire as tests need them. */
export const SESSION = "018f0000-0000-7000-8000-000000000001";

export const session = (change = {}) => ({
  id: SESSION,
  workspace_id: "w1",
  owner_id: 1,
  kind: "chat",
  visibility: "private",
  name: "A talk",
  name_source: "auto",
  status: "idle",
  agent_id: "a1",
  agent_name: "Portero",
  mode_id: null,
  folder: "",
  overrides: {},
  active_branch_id: "b1",
  queue_paused: false,
  parent_id: null,
  closed_at: null,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
  version: 1,
  ...change,
});

export const branch = (id, change = {}) => ({
  id,
  base_branch_id: null,
  fork_depth: null,
  head_depth: 0,
  name: "",
  hidden: false,
  created_by: 1,
  created_at: `2026-01-01T00:00:0${id.at(-1)}Z`,
  ...change,
});

export const message = (id, depth, change = {}) => ({
  id,
  role: "human",
  content: `text of ${id}`,
  session_id: SESSION,
  branch_id: "b1",
  depth,
  parent_id: depth > 1 ? `m${depth - 1}` : null,
  run_id: null,
  step: null,
  call_id: null,
  status: "complete",
  settled: true,
  author_id: 1,
  ts: "2026-01-01T00:00:00Z",
  ...change,
});

export const run = (id, change = {}) => ({
  id,
  session_id: SESSION,
  branch_id: "b1",
  kind: "turn",
  status: "running",
  step: 1,
  queued_at: "2026-01-01T00:00:00Z",
  started_at: "2026-01-01T00:00:01Z",
  ended_at: null,
  not_before: null,
  error: null,
  stop_requested: false,
  ...change,
});

export const toolCall = (id, messageId, change = {}) => ({
  id,
  run_id: "r1",
  message_id: messageId,
  idx: 0,
  provider_call_id: `p-${id}`,
  name: "Read",
  args: { path: "a.txt" },
  args_approved: null,
  effect: "pure",
  state: "done",
  attempt: 1,
  started_at: null,
  ended_at: null,
  result: { content: "ok", is_error: false },
  progress: "",
  ...change,
});

export const context = (change = {}) => ({
  tokens: null,
  window: null,
  threshold: null,
  compaction: null,
  latest: null,
  ...change,
});

export const snapshot = (change = {}) => ({
  session: session(),
  messages: [],
  has_older: false,
  branches: [branch("b1")],
  runs: [],
  tool_calls: [],
  tool_groups: [],
  interruptions: [],
  stream: null,
  queue: [],
  usage: null,
  context: context(),
  cursor: { [`session.${SESSION}`]: 0 },
  ...change,
});

export const event = (seq, name, data) => ({
  type: "monitor_event",
  event: name,
  data,
  session_id: SESSION,
  stream: `session.${SESSION}`,
  seq,
});

export const messageFrame = (seq, record) => ({
  type: "message",
  ...record,
  stream: `session.${SESSION}`,
  seq,
});
