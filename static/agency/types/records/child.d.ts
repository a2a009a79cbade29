// Written by `python -m tests.arch.types_page`; a test compares it with the code.

import type { Run } from "./run";
import type { Message, Session, Usage } from "./session";
import type { Id, Time } from "../parts";

/** A session that another one began, and what it used. */
export interface Child {
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
  usage: TreeUsage;
}

/** The copy that was asked, what it was asked, and the run that answers. */
export interface Invoked {
  session: Session;
  message: Message;
  run: Run;
}

/** What a session used, alone and with its children. */
export interface TreeUsage {
  own: Usage;
  inclusive: Usage;
}
