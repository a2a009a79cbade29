import { api } from "../net/api.js";

/**
 * Ask for another answer in place of this one; the old one stays as a sibling.
 * @param {string} sessionId
 * @param {string} messageId
 */
export function regenerate(sessionId, messageId) {
  return api.post(`/api/session/${sessionId}/message/${messageId}/regenerate/`);
}
