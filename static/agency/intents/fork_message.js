import { api } from "../net/api.js";

/**
 * Go back to a message: a new branch that ends there is shown, the old one stays. `rerun` lets the
 * agent go on from there at once; results of tools before it are used again.
 * @param {string} sessionId
 * @param {string} messageId
 * @param {{rerun?: boolean, name?: string}} [how]
 */
export function forkMessage(sessionId, messageId, { rerun = false, name } = {}) {
  const body = name ? { rerun, name } : { rerun };
  return api.post(`/api/session/${sessionId}/message/${messageId}/fork/`, body);
}
