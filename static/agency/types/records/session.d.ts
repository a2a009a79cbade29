// Written by `python -m tests.arch.types_page`; a test compares it with the code.

import type { Interruption, ModelCall, Run, ToolCall, ToolGroup } from "./run";
import type { BranchEnds, ContentBlock, Id, MessageParts, Stream, Time } from "../parts";

/** A branch: where it forks and how far it goes. */
export interface Branch extends BranchEnds {
  id: Id;
  session_id: Id;
  base_branch_id: Id | null;
  fork_depth: number | null;
  head_depth: number;
  name: string;
  hidden: boolean;
  created_by: number | null;
  created_at: Time;
  version: number;
}

/** The beginning of a branch's first or last own message. */
export interface BranchEnd {
  id: Id;
  role: "human" | "ai" | "tool";
  depth: number;
  text: string;
  ts: Time;
}

/** All branches, oldest first. */
export interface BranchList {
  results: MappedBranch[];
}

/** What one branch says after the common part. */
export interface BranchTail {
  branch: Branch;
  messages: Message[];
  has_more: boolean;
}

/** A summary of a path up to a depth, or the try of one. */
export interface Compaction {
  id: Id;
  session_id: Id;
  branch_id: Id;
  run_id: Id | null;
  depth: number;
  reason: "automatic" | "overflow" | "manual";
  state: "running" | "done" | "failed";
  summary: string;
  tokens_before: number;
  tokens_after: number | null;
  created_at: Time;
  ended_at: Time | null;
  error: Record<string, any> | null;
}

/** Two branches side by side from where they part. */
export interface Comparison {
  common_depth: number;
  left: BranchTail;
  right: BranchTail;
}

/** How full the model's window is on the shown path; null where nobody knows yet. */
export interface Context {
  tokens: number | null;
  window: number | null;
  threshold: number | null;
  compaction: Compaction | null;
  latest: Compaction | null;
}

/** A frame as sockets send it, with its place in the stream. */
export interface EventFrame {
  stream: string;
  seq: number;
  [key: string]: any;
}

/** Frames after a cursor, oldest first; `has_more` when there are further ones. */
export interface EventList {
  results: EventFrame[];
  has_more: boolean;
  cursor: Record<string, number>;
}

/** The new branch, the session that shows it, and the run that goes on from there. */
export interface Forked {
  branch: Branch;
  session: Session;
  run: Run | null;
}

/** The new session, and what became of its first message. */
export interface Launched {
  id: Id;
  workspace_id: Id;
  owner_id: number;
  kind: "chat" | "child" | "invoked" | "browser" | "member" | "test" | "standing";
  visibility: "private" | "workspace";
  name: string;
  name_source: "auto" | "person";
  status: "idle" | "queued" | "running" | "waiting" | "waiting_retry" | "completed" | "stopped" | "failed";
  agent_id: Id | null;
  agent_name: string | null;
  mode_id: Id | null;
  folder: string;
  overrides: Record<string, any>;
  active_branch_id: Id | null;
  queue_paused: boolean;
  parent_id: Id | null;
  parent_call_id: Id | null;
  root_id: Id | null;
  depth: number;
  closed_at: Time | null;
  created_at: Time;
  updated_at: Time;
  version: number;
  sent: Sent | null;
}

/** A session of the list, and how many sessions it began. */
export interface ListedSession {
  id: Id;
  workspace_id: Id;
  owner_id: number;
  kind: string;
  visibility: string;
  name: string;
  name_source: string;
  status: string;
  agent_id: Id | null;
  agent_name: string | null;
  mode_id: Id | null;
  folder: string;
  overrides: Record<string, any>;
  active_branch_id: Id | null;
  queue_paused: boolean;
  parent_id: Id | null;
  parent_call_id: Id | null;
  root_id: Id | null;
  depth: number;
  closed_at: Time | null;
  created_at: Time;
  updated_at: Time;
  version: number;
  child_count: number;
}

/** A branch with its first and last own message; both null while it has none. */
export interface MappedBranch {
  id: Id;
  session_id: Id;
  base_branch_id: Id | null;
  fork_depth: number | null;
  head_depth: number;
  name: string;
  hidden: boolean;
  created_by: number | null;
  created_at: Time;
  version: number;
  first: BranchEnd | null;
  head: BranchEnd | null;
}

/** LangChain's own dump of the message laid flat, with its place in the tree. */
export interface Message extends MessageParts {
  id: Id;
  role: "human" | "ai" | "tool";
  content: string | ContentBlock[];
  session_id: Id;
  thread_id: Id;
  branch_id: Id;
  depth: number;
  parent_id: Id | null;
  run_id: Id | null;
  step: number | null;
  call_id: Id | null;
  author_id: number | null;
  settled: boolean;
  status: "complete" | "partial";
  ts: Time;
  [key: string]: any;
}

/** What one model took. */
export interface ModelUsage {
  model: string;
  input: number;
  output: number;
  cache_read: number;
  cache_write: number;
  cost_usd: string | null;
  cost_is_partial: boolean;
  calls: number;
}

/** A window of a branch's path, oldest first. */
export interface PathWindow {
  messages: Message[];
  has_older: boolean;
  tool_calls: ToolCall[];
  tool_groups: ToolGroup[];
}

/** The waiting messages in their order, and whether they are held back. */
export interface QueueList {
  results: Queued[];
  queue_paused: boolean;
}

/** A message that waits for its turn. */
export interface Queued {
  id: Id;
  session_id: Id;
  position: number;
  author_id: number | null;
  text: string;
  body: Record<string, any>;
  strategy: "queue" | "steer" | "interrupt";
  version: number;
  created_at: Time;
}

/** What became of a message: it stands with its run, or waits in the queue. */
export interface Sent {
  message: Message | null;
  run: Run | null;
  queued: Queued | null;
}

/** A session as lists and headers show it. */
export interface Session {
  id: Id;
  workspace_id: Id;
  owner_id: number;
  kind: "chat" | "child" | "invoked" | "browser" | "member" | "test" | "standing";
  visibility: "private" | "workspace";
  name: string;
  name_source: "auto" | "person";
  status: "idle" | "queued" | "running" | "waiting" | "waiting_retry" | "completed" | "stopped" | "failed";
  agent_id: Id | null;
  agent_name: string | null;
  mode_id: Id | null;
  folder: string;
  overrides: Record<string, any>;
  active_branch_id: Id | null;
  queue_paused: boolean;
  parent_id: Id | null;
  parent_call_id: Id | null;
  root_id: Id | null;
  depth: number;
  closed_at: Time | null;
  created_at: Time;
  updated_at: Time;
  version: number;
}

/** All that a client shows of a session, and the cursor from which to follow it. */
export interface SessionSnapshot {
  session: Session;
  messages: Message[];
  has_older: boolean;
  branches: Branch[];
  runs: Run[];
  tool_calls: ToolCall[];
  tool_groups: ToolGroup[];
  interruptions: Interruption[];
  stream: Stream | null;
  queue: Queued[];
  usage: Usage;
  children: Session[];
  context: Context;
  cursor: Record<string, number>;
}

/** What a session used, alone and with its children; these together by model. */
export interface SessionUsage {
  own: Usage;
  inclusive: Usage;
  calls: ModelCall[];
  by_model: ModelUsage[];
}

/** Totals of the ledger; an unknown price makes the cost partial or null. */
export interface Usage {
  input: number;
  output: number;
  cache_read: number;
  cache_write: number;
  cost_usd: string | null;
  cost_is_partial: boolean;
  calls: number;
  context_tokens: number;
}
