import type {
  Branch,
  Context,
  Frame,
  Id,
  Interruption,
  Message,
  Queued,
  Run,
  Session,
  Stream,
  ToolCall,
  ToolGroup,
  Usage,
} from "./api";

/** What a stream of durable events needs besides its content. */
export interface Sequenced {
  /** The last event applied. */
  seq: number;
  /** An event is missing: ask for what was missed, or take a fresh snapshot. */
  stale: boolean;
  /** Events that arrived past a hole, in order. */
  held: Frame[];
}

export interface SessionState extends Sequenced {
  id: Id;
  status: "loading" | "ready" | "error" | "gone";
  error: { code: string; title: string; detail?: string } | null;
  session: Session | null;
  /** The newest part of the active path, oldest first. */
  messages: Message[];
  hasOlder: boolean;
  loadingOlder: boolean;
  branches: Branch[];
  runs: Map<Id, Run>;
  toolCalls: Map<Id, ToolCall>;
  toolGroups: Map<Id, ToolGroup>;
  /** The sessions that this one began, oldest first. */
  children: Map<Id, Session>;
  /** Pending ones only. */
  interruptions: Map<Id, Interruption>;
  /** How those resolved while this page watched: shown in place of the card. */
  resolved: Map<Id, Interruption>;
  stream: Stream | null;
  queue: Queued[];
  usage: Usage | null;
  context: Context | null;
}

export interface UserState extends Sequenced {
  sessions: Map<Id, Session>;
  interruptions: Map<Id, Interruption>;
  /** Sessions that were deleted since the last flush. */
  deleted: Id[];
}

export interface WorkspaceState extends Sequenced {
  resources: Map<string, Map<Id, any>>;
}

export type Fold<S> = (state: S, frame: Frame) => S;

export interface OutboxItem {
  id: Id;
  sessionId: Id | null;
  text: string;
  images: { mime: string; data: string }[];
  options: Record<string, unknown>;
  state: "sending" | "sent" | "failed";
  error: { code: string; title: string; detail?: string } | null;
  at: number;
  tries: number;
}

export interface Address {
  kind: string;
  subject: string | null;
  params: Record<string, string>;
}
