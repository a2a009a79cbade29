import { api } from "../net/api.js";

/** Stop a session's work and put it away; it can be resumed. @param {string} sessionId */
export function closeSession(sessionId) {
  return api.post(`/api/session/${sessionId}/close/`);
}
