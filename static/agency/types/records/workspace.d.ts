// Written by `python -m tests.arch.types_page`; a test compares it with the code.

import type { Agent, Mode, Model, Provider } from "./catalogue";
import type { Interruption } from "./run";
import type { Session } from "./session";
import type { Id, Time } from "../parts";

/** The signed-in person. */
export interface Me {
  id: number;
  username: string;
  name: string;
  email: string;
  is_staff: boolean;
  is_superuser: boolean;
  preferences: Record<string, unknown>;
  suggestions?: Suggestion[];
}

/** What the interface needs to start. */
export interface MeSnapshot {
  me: Me;
  workspaces: MyWorkspace[];
  sessions: Session[];
  interruptions: Interruption[];
  agents: Agent[];
  models: Model[];
  providers: Provider[];
  modes: Mode[];
  cursor: Record<string, number>;
}

/** A person's place in a workspace. */
export interface Member {
  id: Id;
  user_id: number;
  name: string;
  username: string;
  role: string;
  can_answer: boolean;
}

/** A workspace with the caller's role in it. */
export interface MyWorkspace {
  id: Id;
  name: string;
  system_prompt: string;
  default_model_id: Id | null;
  environment_model: string | null;
  defaults: Record<string, any>;
  version: number;
  created_at: Time;
  updated_at: Time;
  my_role: string;
}

/** A fresh key, shown once. */
export interface NewToken {
  id: Id;
  name: string;
  scopes: string[];
  created_at: Time;
  last_used_at: Time | null;
  expires_at: Time | null;
  revoked_at: Time | null;
  token: string | null;
}

/** A file that was brought; `url` serves its bytes with safe headers. */
export interface Stored {
  id: Id;
  workspace_id: Id;
  session_id: Id | null;
  owner_id: number | null;
  name: string;
  media_type: string;
  size: number;
  sha256: string;
  url: string;
  created_at: Time;
}

/** A chip of the empty composer: what it says, and what is sent. */
export interface Suggestion {
  title: string;
  text: string;
}

/** A program's key; `token` is there once, when it is made. */
export interface Token {
  id: Id;
  name: string;
  scopes: string[];
  created_at: Time;
  last_used_at: Time | null;
  expires_at: Time | null;
  revoked_at: Time | null;
}

/** What a team shares. */
export interface Workspace {
  id: Id;
  name: string;
  system_prompt: string;
  default_model_id: Id | null;
  environment_model: string | null;
  defaults: Record<string, any>;
  version: number;
  created_at: Time;
  updated_at: Time;
}

/** The catalogue of a workspace, and the cursor from which to follow it. */
export interface WorkspaceSnapshot {
  workspace: MyWorkspace;
  agents: Agent[];
  models: Model[];
  providers: Provider[];
  modes: Mode[];
  cursor: Record<string, number>;
}
