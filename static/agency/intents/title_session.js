import { api } from "../net/api.js";

/** Have a title made anew; it comes as an event. @param {string} sessionId */
export function titleSession(sessionId) {
  return api.post(`/api/session/${sessionId}/title/`);
}

/** Have a run of tool calls named anew. @param {string} sessionId @param {string} messageId */
export function nameGroup(sessionId, messageId) {
  return api.post(`/api/session/${sessionId}/group-meta/`, { message_id: messageId });
}
