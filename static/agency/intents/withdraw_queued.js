import { api } from "../net/api.js";

/**
 * Take back a message that waits for its turn.
 * @param {string} sessionId
 * @param {string} messageId
 */
export function withdrawQueued(sessionId, messageId) {
  return api.delete(`/api/session/${sessionId}/queue/${messageId}/`);
}
