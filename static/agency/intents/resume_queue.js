import { api } from "../net/api.js";

/** Let the paused queue go on. @param {string} sessionId */
export function resumeQueue(sessionId) {
  return api.post(`/api/session/${sessionId}/queue/resume/`);
}
