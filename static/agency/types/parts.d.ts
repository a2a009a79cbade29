/** JSON inside the records, which the server keeps as it came, and what only the page knows. */

import type { BranchEnd, Session, Usage } from "./records";
import type { JsonSchema } from "./wire";

export type Id = string;
export type Time = string;

export type SessionStatus = Session["status"];

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

/** What LangChain's dump adds to a message. */
export interface MessageParts {
  tool_calls?: ToolCallRef[];
  tool_call_id?: string;
  attachments?: Attachment[];
  usage?: Usage | null;
  response_metadata?: Record<string, unknown>;
  additional_kwargs?: Record<string, unknown>;
}

/** Only in the list of branches: its first and last own message. */
export interface BranchEnds {
  first?: BranchEnd | null;
  head?: BranchEnd | null;
}

export interface ToolResult {
  content: string | ContentBlock[];
  is_error: boolean;
  truncated?: boolean;
}

export interface Attachment {
  id: Id;
  name: string;
  mime: string;
  size?: number;
  url?: string;
}

export interface RunError {
  code: string;
  title: string;
  detail: string;
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
