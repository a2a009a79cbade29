// Written by `python -m tests.arch.types_page`; a test compares it with the code.

import type { Interruption, Run, ToolCall, ToolGroup } from "./run";
import type { Branch, Compaction, Message, Queued, Session, Usage } from "./session";
import type { Id, Time } from "../parts";

/** The `data` of each `monitor_event`. */
export interface EventData {
  /** The session began to work, to wait, or came to rest. */
  session_status: { session: Session };
  /** Name, prompt, model, mode, visibility or the pause of the queue changed. */
  session_updated: { session: Session };
  /** The session was closed. */
  session_closed: { session: Session };
  /** The session got a name. */
  name_updated: { session: Session };
  /** The session is gone; told on the readers' own streams and on its parent's only. */
  session_deleted: { session_id: Id };
  /** A branch was made and, as a rule, became the active one. */
  branch_created: { branch: Branch; active_branch_id: string | null; messages: Message[]; has_older: boolean; tool_calls: ToolCall[]; tool_groups: Record<string, any>[]; context: Record<string, any> };
  /** Another branch is shown, or branches were renamed, hidden or deleted. */
  branch_switched: { active_branch_id: string | null; branches: Branch[]; messages: Message[]; has_older: boolean; tool_calls: ToolCall[]; tool_groups: Record<string, any>[]; runs: Record<string, any>[]; context: Record<string, any> };
  /** A message joined, left or moved in the queue, or the queue was paused. */
  queue_changed: { queue: Queued[]; queue_paused: boolean };
  /** A run was queued or claimed. */
  run_start: { run: Run };
  /** The run waits for a person or a child and holds nothing. */
  run_waiting: { run: Run };
  /** The run tries again at `not_before`. */
  run_retrying: { run: Run };
  /** The run is done, failed or stopped. */
  run_end: { run: Run };
  /** A model is called; its answer will have `message_id`. */
  step_start: { run_id: Id; step: number; message_id: Id; model: string; fallback_of: string | null };
  /** The step's calls all have results. */
  step_end: { run_id: Id; step: number };
  /** A tool call was proposed, decided, begun or made progress. */
  tool_call: { tool_call: ToolCall };
  /** A tool call has its result. */
  tool_result: { tool_call: ToolCall };
  /** The session's totals rose; `context` is how full the window of the shown path is now. */
  usage: { usage: Usage; context: Record<string, any> };
  /** A person is asked. */
  interruption_opened: { interruption: Interruption };
  /** The question was answered, expired or was withdrawn. */
  interruption_resolved: { interruption: Interruption };
  /** A run of tool calls got its name and icon. */
  group_meta_updated: { tool_group: ToolGroup };
  /** A child session begins its work, for a call or for a person. */
  child_started: { child: Session; tool_call_id: Id | null };
  /** A child session came to rest. */
  child_ended: { child: Session; tool_call_id: Id | null };
  /** A summary of the older part of a path was begun, made, or given up. */
  context_compacted: { compaction: Compaction; context: Record<string, any> };
}

/** A fact of one session, with its place in the stream. */
export type MonitorEvent = {
  [E in keyof EventData]: {
    type: "monitor_event";
    event: E;
    data: EventData[E];
    session_id: Id;
    thread_id: Id;
    run_id?: Id;
    ts: Time;
    stream: string;
    seq: number;
  };
}[keyof EventData];
