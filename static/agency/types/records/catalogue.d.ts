// Written by `python -m tests.arch.types_page`; a test compares it with the code.

import type { Id, Time } from "../parts";

/** An agent. */
export interface Agent {
  id: Id;
  workspace_id: Id;
  name: string;
  created_at: Time;
  updated_at: Time;
  version: number;
  profile_id: Id | null;
  aliases: string[];
  role: string;
  focus: string;
  system_prompt: string;
  model_id: Id | null;
  mode_id: Id | null;
  prefers: string[];
  fallbacks: Id[];
  tools: string[] | null;
  limits: Record<string, any>;
  kind: "agent" | "secretary";
  greeting: string;
  enabled: boolean;
}

/** What every row of the catalogue has. */
export interface Catalogued {
  id: Id;
  workspace_id: Id;
  name: string;
  created_at: Time;
  updated_at: Time;
  version: number;
}

/** What would happen if the tool were called now, and why. */
export interface Effective {
  outcome: string;
  origin: string;
  reason: string;
}

/** A server of this machine that speaks OpenAI's API. */
export interface LocalServer {
  name: string;
  base_url: string;
  models: string[];
  provider_id: Id | null;
}

/** What was found. */
export interface LocalServers {
  servers: LocalServer[];
}

/** A way of working. */
export interface Mode {
  id: Id;
  workspace_id: Id;
  name: string;
  created_at: Time;
  updated_at: Time;
  version: number;
  slug: string;
  prompt: string;
  tools: string[] | null;
  folder: string;
  builtin: boolean;
}

/** A model; prices in USD per million tokens, null = unknown. */
export interface Model {
  id: Id;
  workspace_id: Id;
  name: string;
  created_at: Time;
  updated_at: Time;
  version: number;
  provider_id: Id;
  model_id: string;
  window: number;
  max_output: number;
  price_input: string | null;
  price_output: string | null;
  price_cache_read: string | null;
  price_cache_write: string | null;
  abilities: Record<string, any>;
  enabled: boolean;
}

/** A rule of one scope. */
export interface Policy {
  id: Id;
  scope: "workspace" | "agent" | "session";
  workspace_id: Id;
  agent_id: Id | null;
  session_id: Id | null;
  pattern: string;
  outcome: "allow" | "ask" | "deny";
  argument: any;
  reason: string;
  made_by: number | null;
  expires_at: Time | null;
  created_at: Time;
}

/** Whether a provider or model answers. */
export interface ProbeResult {
  ok: boolean;
  detail: string;
  hint: string;
  seconds: number;
}

/** A template from which agents are made. */
export interface Profile {
  id: Id;
  workspace_id: Id;
  name: string;
  created_at: Time;
  updated_at: Time;
  version: number;
  role: string;
  focus: string;
  system_prompt: string;
  settings: Record<string, any>;
}

/** Where models are called; the key is never read back. */
export interface Provider {
  id: Id;
  workspace_id: Id;
  name: string;
  created_at: Time;
  updated_at: Time;
  version: number;
  kind: "anthropic" | "openai" | "demo" | "plugin";
  base_url: string;
  has_key: boolean;
  key_source: "none" | "stored" | "environment";
  needs_key: boolean;
  options: Record<string, any>;
  slots: number | null;
  requests_per_minute: number | null;
  tokens_per_minute: number | null;
  cooldown_until: Time | null;
  broken_until: Time | null;
  last_error: string;
  enabled: boolean;
}

/** A provider with its gauges. */
export interface ProviderDetail {
  id: Id;
  workspace_id: Id;
  name: string;
  created_at: Time;
  updated_at: Time;
  version: number;
  kind: string;
  base_url: string;
  has_key: boolean;
  key_source: string;
  needs_key: boolean;
  options: Record<string, any>;
  slots: number | null;
  requests_per_minute: number | null;
  tokens_per_minute: number | null;
  cooldown_until: Time | null;
  broken_until: Time | null;
  last_error: string;
  enabled: boolean;
  state: ProviderState;
}

/** How busy a provider is at this moment; null where it has no limit. */
export interface ProviderState {
  slots_used: number;
  slots: number | null;
  requests_left: number | null;
  tokens_left: number | null;
  waiting: number;
  cooldown_until: Time | null;
  breaker: string;
}

/** The ids that a provider serves, and the models that were added. */
export interface ServedModels {
  served: string[];
  added: Model[];
}

/** Knowledge that an agent opens on demand. */
export interface Skill {
  id: Id;
  workspace_id: Id;
  name: string;
  created_at: Time;
  updated_at: Time;
  version: number;
  description: string;
  body: string;
}

/** A tool that exists, with the policy in force. */
export interface Tool {
  id: Id;
  name: string;
  description: string;
  schema: any;
  effect: "pure" | "idempotent" | "once";
  parallel: boolean;
  default_policy: "allow" | "ask" | "deny";
  kind: "function" | "question" | "server" | "child";
  available: boolean;
  effective: Effective;
}
