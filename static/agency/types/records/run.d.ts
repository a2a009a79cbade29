// Written by `python -m tests.arch.types_page`; a test compares it with the code.

import type { Id, InterruptionPrompt, RunError, Time, ToolResult } from "../parts";

/** A question that waits, or how it ended. */
export interface Interruption {
  id: Id;
  session_id: Id;
  run_id: Id;
  tool_call_id: Id | null;
  kind: "question" | "approval" | "reconcile" | "limit";
  prompt: InterruptionPrompt;
  status: "pending" | "answered" | "expired" | "cancelled";
  answer: Record<string, any> | null;
  answered_by: number | null;
  deadline: Time | null;
  default_action: "deny" | "keep";
  created_at: Time;
  resolved_at: Time | null;
  session_name: string;
  agent_name: string | null;
  parent_id: Id | null;
  root_id: Id | null;
}

/** A row of the usage ledger. */
export interface ModelCall {
  id: Id;
  session_id: Id;
  run_id: Id | null;
  step: number | null;
  attempt: number;
  purpose: "turn" | "title" | "group_meta" | "compaction";
  model: string;
  fallback_of: string | null;
  state: "started" | "done" | "failed" | "cut";
  started_at: Time;
  first_token_at: Time | null;
  ended_at: Time | null;
  input_tokens: number | null;
  output_tokens: number | null;
  cache_read_tokens: number | null;
  cache_write_tokens: number | null;
  estimated: boolean;
  cost_usd: string | null;
  error: Record<string, any> | null;
}

/** A run: where it stands and why. */
export interface Run {
  id: Id;
  session_id: Id;
  branch_id: Id;
  kind: "turn" | "child" | "wake" | "schedule" | "compact";
  status: "queued" | "running" | "suspended" | "done" | "failed" | "stopped";
  step: number;
  attempt: number;
  first_depth: number;
  stop_requested: boolean;
  not_before: Time | null;
  queued_at: Time | null;
  started_at: Time | null;
  ended_at: Time | null;
  error: RunError | null;
}

/** The run that was begun or stopped, if any. */
export interface RunAnswer {
  run: Run | null;
}

/** One model call with its tools. */
export interface RunStep {
  step: number;
  message_id: Id | null;
  model_calls: ModelCall[];
  tool_calls: ToolCall[];
}

/** A run told step by step. */
export interface RunTimeline {
  run: Run;
  steps: RunStep[];
  interruptions: Interruption[];
}

/** A tool call: proposed, approved and executed input, state and result. */
export interface ToolCall {
  id: Id;
  session_id: Id;
  run_id: Id;
  message_id: Id;
  idx: number;
  provider_call_id: string;
  name: string;
  args: Record<string, unknown>;
  args_approved: Record<string, unknown> | null;
  effect: "pure" | "idempotent" | "once";
  parallel: boolean;
  state: "proposed" | "approved" | "awaiting" | "running" | "waiting" | "done" | "failed" | "denied" | "cancelled" | "unknown";
  decision: Record<string, any> | null;
  attempt: number;
  deadline: Time | null;
  started_at: Time | null;
  ended_at: Time | null;
  progress: string;
  result: ToolResult | null;
  has_output: boolean;
  child_id: Id | null;
}

/** The name and icon of a run of tool calls. */
export interface ToolGroup {
  id: Id;
  session_id: Id;
  message_id: Id;
  name: string;
  svg: string;
  refined: boolean;
}

/** The whole result of a tool call. */
export interface ToolOutput {
  content: any;
  is_error: boolean;
  is_whole: boolean;
}
