/** The records of the wire: the same in REST, in socket frames and in snapshots. */

import type { Context } from "./context";
import type { JsonSchema } from "./wire";

export * from "./context";
export * from "./wire";

export type Id = string;
export type Time = string;

export type SessionStatus =
  | "idle"
  | "queued"
  | "running"
  | "waiting"
  | "waiting_retry"
  | "completed"
  | "stopped"
  | "failed";

export interface Session {
  id: Id;
  workspace_id: Id;
  owner_id: number;
  kind: string;
  visibility: "private" | "workspace";
  name: string;
  name_source: "auto" | "person";
  status: SessionStatus;
  agent_id: Id | null;
  agent_name: string | null;
  mode_id: Id | null;
  folder: string | null;
  overrides: Record<string, any>;
  active_branch_id: Id | null;
  queue_paused: boolean;
  parent_id: Id | null;
  /** The call of the parent that it serves, or served last. */
  parent_call_id: Id | null;
  /** The session at the top of the tree; null for one that nobody began. */
  root_id: Id | null;
  depth: number;
  closed_at: Time | null;
  created_at: Time;
  updated_at: Time;
  version: number;
}

/** A session that another one began, and what it used. */
export interface Child extends Session {
  usage: { own: Usage; inclusive: Usage };
}

export interface ContentBlock {
  type: string;
  text?: string;
  thinking?: string;
  seconds?: number;
  id?: string;
  name?: string;
  input?: unknown;
  source?: { media_type?: string; data?: string; url?: string };
  image_url?: string | { url: string };
  mime_type?: string;
  mime?: string;
  data?: string;
  base64?: string;
  [key: string]: unknown;
}

export interface ToolCallRef {
  id: string;
  name: string;
  args: Record<string, unknown>;
}

export interface Message {
  id: Id;
  role: "human" | "ai" | "tool";
  content: string | ContentBlock[];
  tool_calls?: ToolCallRef[];
  tool_call_id?: string;
  session_id: Id;
  branch_id: Id;
  depth: number;
  parent_id: Id | null;
  run_id: Id | null;
  step: number | null;
  call_id: Id | null;
  status: "complete" | "partial";
  settled: boolean;
  author_id: number | null;
  attachments?: Attachment[];
  ts: Time;
  usage?: Usage | null;
  response_metadata?: Record<string, unknown>;
  additional_kwargs?: Record<string, unknown>;
}

export interface Attachment {
  id: Id;
  name: string;
  mime: string;
  size?: number;
  url?: string;
}

export interface Branch {
  id: Id;
  base_branch_id: Id | null;
  fork_depth: number | null;
  head_depth: number;
  name: string | null;
  hidden: boolean;
  created_by: number | null;
  created_at: Time;
  version?: number;
  /** Only in the list of branches: its first and last own message. */
  first?: BranchEnd | null;
  head?: BranchEnd | null;
}

export interface BranchEnd {
  id: Id;
  role: "human" | "ai" | "tool";
  depth: number;
  text: string;
  ts: Time;
}

export interface RunError {
  code: string;
  title: string;
  detail: string;
}

export interface Run {
  id: Id;
  session_id: Id;
  branch_id: Id;
  kind: string;
  status: "queued" | "running" | "suspended" | "done" | "failed" | "stopped";
  step: number;
  fence?: number;
  first_depth: number;
  queued_at: Time | null;
  started_at: Time | null;
  ended_at: Time | null;
  not_before: Time | null;
  error: RunError | null;
  stop_requested: boolean;
}

export interface ToolCall {
  id: Id;
  run_id: Id;
  message_id: Id;
  idx: number;
  provider_call_id: string;
  name: string;
  args: Record<string, unknown>;
  args_approved: Record<string, unknown> | null;
  effect: "pure" | "idempotent" | "once";
  state:
    | "proposed"
    | "awaiting"
    | "approved"
    | "running"
    | "waiting"
    | "done"
    | "failed"
    | "denied"
    | "cancelled"
    | "unknown";
  attempt: number;
  started_at: Time | null;
  ended_at: Time | null;
  result: { content: string | ContentBlock[]; is_error: boolean; truncated?: boolean } | null;
  progress: string | null;
  has_output?: boolean;
  /** The session that the call began or addressed. */
  child_id?: Id | null;
}

export interface QuestionOption {
  label: string;
  description?: string;
}
export interface Question {
  id: string;
  text: string;
  header?: string;
  options?: QuestionOption[];
  multi?: boolean;
}

export interface InterruptionPrompt {
  title: string;
  text: string;
  tool?: string;
  args?: Record<string, unknown>;
  effect?: string;
  schema?: JsonSchema;
  questions?: Question[];
  evidence?: unknown;
  [key: string]: unknown;
}

export interface Interruption {
  id: Id;
  session_id: Id;
  run_id: Id;
  tool_call_id: Id | null;
  kind: "approval" | "question" | "limit" | "reconcile";
  prompt: InterruptionPrompt;
  status: "pending" | "answered" | "expired" | "cancelled";
  answer: Record<string, unknown> | null;
  answered_by: number | string | null;
  deadline: Time | null;
  default_action: string | null;
  created_at: Time;
  resolved_at: Time | null;
  session_name: string | null;
  agent_name: string | null;
}

export interface Queued {
  id: Id;
  session_id: Id;
  position: number;
  author_id: number;
  text: string;
  body: Record<string, unknown>;
  strategy: "queue" | "steer" | "interrupt" | "reject";
  version: number;
  created_at: Time;
}

export interface ToolGroup {
  id: Id;
  name: string | null;
  svg: string | null;
  message_id?: Id;
  refined: boolean;
}

export interface Usage {
  input: number;
  output: number;
  cache_read: number;
  cache_write: number;
  cost_usd?: string | null;
  cost_is_partial?: boolean;
  calls?: number;
  context_tokens?: number;
}

export interface StreamBlock {
  block: number;
  kind: "text" | "thinking" | "redacted_thinking" | "tool_use";
  name?: string | null;
  call_id?: string | null;
  text: string;
  /** Length of `text` in code points; kept so that offsets need no recount. */
  length: number;
  /** Deltas were lost: what follows waits for a snapshot or the whole message. */
  hole?: boolean;
}

export interface Stream {
  message_id: Id;
  run_id: Id | null;
  step: number | null;
  blocks: StreamBlock[];
  ended?: boolean;
}

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
  /** The newest fifty that this session began, oldest first. */
  children: Session[];
  context: Context;
  cursor: Record<string, number>;
}
