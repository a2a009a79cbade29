import { api } from "../net/api.js";

/** Copy a session along its branch. @param {string} sessionId */
export function duplicateSession(sessionId) {
  return api.post(`/api/session/${sessionId}/duplicate/`);
}
