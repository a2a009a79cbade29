import { api } from "../net/api.js";

/**
 * Change a message that waits for its turn.
 * @param {import("../types/api").Queued} queued as it was read; a stale one is refused
 * @param {{text?: string, position?: number, strategy?: string}} change
 */
export function editQueued(queued, change) {
  const path = `/api/session/${queued.session_id}/queue/${queued.id}/`;
  return api.patch(path, { version: queued.version, ...change });
}
