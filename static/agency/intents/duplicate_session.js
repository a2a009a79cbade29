import { uuid7 } from "../core/ids.js";
import { api } from "../net/api.js";

/**
 * A session of one's own with the same past, whole or up to a message. It runs nothing.
 * @param {string} sessionId
 * @param {{upToMessage?: string}} [how]
 * @returns {Promise<import("../types/api").Session>}
 */
export function duplicateSession(sessionId, { upToMessage } = {}) {
  const body = upToMessage ? { id: uuid7(), up_to_message: upToMessage } : { id: uuid7() };
  return api.post(`/api/session/${sessionId}/duplicate/`, body);
}
