// Written by `python -m tests.arch.types_page`; a test compares it with the code.

import type { Id, Time } from "../parts";

/** One counted thing: figures and ids, no words. */
export interface AnalyticsEvent {
  id: Id;
  event: "session_started" | "first_message" | "session_resumed" | "session_branched" | "session_completed" | "session_error" | "turn_completed" | "tool_executed" | "approval_requested" | "approval_resolved" | "model_switched" | "mode_switched";
  workspace_id: Id | null;
  user_id: number | null;
  session_id: Id | null;
  run_id: Id | null;
  at: Time;
  properties: Record<string, any>;
}

/** One thing that must work. */
export interface Check {
  ok: boolean;
  detail: string;
}

/** The process answers. */
export interface Health {
  status: string;
}

/** Whether requests can be served and runs can be worked on. */
export interface Readiness {
  status: string;
  checks: Record<string, Check>;
  counts: Record<string, number>;
}

/** A broker task as the monitor shows it. */
export interface TaskRecord {
  task_id: string;
  name: string;
  args_preview: string;
  run_id: Id | null;
  session_id: Id | null;
  session_name: string | null;
  state: "started" | "progress" | "success" | "failure" | "lost";
  progress: string;
  error: string;
  worker: string;
  started_at: Time | null;
  ended_at: Time | null;
  runtime: number | null;
}

/** Totals of a group, with their parts when a split is asked for. */
export interface UsageGroup {
  key: string | null;
  label: string | null;
  input: number;
  output: number;
  cache_read: number;
  cache_write: number;
  cost_usd: string | null;
  cost_is_partial: boolean;
  calls: number;
  series?: UsagePoint[];
}

/** Totals of one part of a group. */
export interface UsagePoint {
  key: string | null;
  input: number;
  output: number;
  cache_read: number;
  cache_write: number;
  cost_usd: string | null;
  cost_is_partial: boolean;
  calls: number;
}

/** Totals over the sessions that the caller may see, and their groups. */
export interface UsageReport {
  total: UsageRow;
  groups: UsageGroup[];
}

/** Totals of one group of the ledger. */
export interface UsageRow {
  key: string | null;
  label: string | null;
  input: number;
  output: number;
  cache_read: number;
  cache_write: number;
  cost_usd: string | null;
  cost_is_partial: boolean;
  calls: number;
}
