// Written by `python -m tests.arch.types_page`; a test compares it with the code.

import type { Id, Time } from "../parts";

/** A cap and how far it is used since `window_started_at`. */
export interface Budget {
  id: Id;
  workspace_id: Id;
  scope: "run" | "session" | "agent" | "user" | "workspace";
  subject: string;
  subject_name: string | null;
  unit: "usd" | "tokens" | "calls" | "seconds";
  window: "total" | "day" | "month";
  limit: string;
  spent: string;
  reserved: string;
  overshoot: string;
  unpriced_calls: number;
  window_started_at: Time;
  created_at: Time;
  updated_at: Time;
  version: number;
}
