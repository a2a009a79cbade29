// Written by `python -m tests.arch.types_page`; a test compares it with the code.

import type { Session } from "./session";

/** The sessions at the top of the file, and what could not be kept as it was. */
export interface Imported {
  sessions: Session[];
  notes: string[];
}
