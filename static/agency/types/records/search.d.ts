// Written by `python -m tests.arch.types_page`; a test compares it with the code.

import type { Session } from "./session";
import type { Id, Time } from "../parts";

/** A piece of an excerpt; `hit` when it is what was looked for. */
export interface ExcerptPart {
  text: string;
  hit: boolean;
}

/** A page of sessions by number. */
export interface History {
  sessions: Session[];
  total: number;
  has_more: boolean;
  total_is_estimate: boolean;
}

/** A session by its name, a message, an agent or a document; fields that do not fit are null. */
export interface SearchResult {
  kind: string;
  id: Id;
  title: string;
  excerpt: ExcerptPart[];
  session_id: Id | null;
  message_id: Id | null;
  branch_id: Id | null;
  depth: number | null;
  role: string | null;
  ts: Time;
  score: number;
}
