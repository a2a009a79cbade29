import { api } from "../net/api.js";

/** Stop what a session is doing; stopping twice is fine. @param {string} sessionId */
export function stopRun(sessionId) {
  return api.post(`/api/session/${sessionId}/stop/`);
}
