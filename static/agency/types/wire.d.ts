/** What surrounds the records: frames and schemas as the page handles them. */

import type { Id } from "./parts";

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
