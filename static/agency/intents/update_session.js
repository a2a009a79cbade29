import { api } from "../net/api.js";

/**
 * Change a session's model, mode, system prompt or thinking level from the next turn on.
 * @param {string} sessionId
 * @param {Record<string, unknown>} change
 */
export function updateSession(sessionId, change) {
  return api.patch(`/api/session/${sessionId}/`, change);
}
