import { api } from "../net/api.js";

/**
 * Show another branch, for every window of this session. Refused while a turn is running.
 * @param {string} sessionId
 * @param {string} branchId
 */
export function switchBranch(sessionId, branchId) {
  return api.post(`/api/session/${sessionId}/branch/${branchId}/switch/`);
}
