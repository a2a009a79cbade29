import { api } from "../net/api.js";

/** Remove a session with its children, files and history. @param {string} sessionId */
export function deleteSession(sessionId) {
  return api.delete(`/api/session/${sessionId}/`);
}
