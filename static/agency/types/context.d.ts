/** How full a model's window is, and the summaries that stand for the older part of a path. */

import type { Id } from "./api";

/** A summary of a path up to `depth`, or the try of one. */
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
  created_at: string;
  ended_at: string | null;
  error: { code: string; title: string; detail?: string; hint?: string } | null;
}

/** How full the model's window is on the shown path; null where nobody knows yet. */
export interface Context {
  tokens: number | null;
  window: number | null;
  threshold: number | null;
  /** The summary in force on the shown path. */
  compaction: Compaction | null;
  /** The newest try of one, whatever became of it. */
  latest: Compaction | null;
}
