import { api } from "../net/api.js";

/** Open a closed session again. @param {string} sessionId */
export function resumeSession(sessionId) {
  return api.post(`/api/session/${sessionId}/resume/`);
}
