/** What surrounds the records: who is signed in, frames, problems, schemas. */

import type { Id, Interruption, Session } from "./api";

export interface Me {
  id: number;
  username: string;
  is_staff: boolean;
  preferences?: Record<string, unknown>;
  suggestions?: (string | Suggestion)[];
  [key: string]: unknown;
}
export interface Suggestion {
  title?: string;
  text: string;
}

export interface Catalogued {
  id: Id;
  name: string;
  version?: number;
  [key: string]: unknown;
}

export interface MeSnapshot {
  me: Me;
  workspaces: Catalogued[];
  sessions: Session[];
  interruptions: Interruption[];
  agents: Catalogued[];
  models: Catalogued[];
  providers: Catalogued[];
  modes?: Catalogued[];
  cursor: Record<string, number>;
}

export interface Frame {
  type?: string;
  event?: string;
  topic?: string;
  stream?: string;
  seq?: number;
  from_seq?: number;
  ref?: string;
  session_id?: Id;
  data?: any;
  [key: string]: any;
}

export interface Problem {
  type?: string;
  title: string;
  status: number;
  detail?: string;
  code: string;
  errors?: Record<string, string[]>;
  [key: string]: unknown;
}

export interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  enum?: unknown[];
  description?: string;
  title?: string;
  additionalProperties?: boolean | JsonSchema;
  anyOf?: JsonSchema[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  [key: string]: unknown;
}
