import { api } from "../net/api.js";

/**
 * Begin a branch after a message; with `rerun` the agent goes on from there.
 * @param {string} sessionId
 * @param {string} messageId
 * @param {{rerun?: boolean}} [options]
 */
export function forkMessage(sessionId, messageId, { rerun = false } = {}) {
  return api.post(`/api/session/${sessionId}/message/${messageId}/fork/`, { rerun });
}
