import { api } from "../net/api.js";

/**
 * Name a branch, or hide it and show it again.
 * @param {string} sessionId
 * @param {import("../types/api").Branch} branch as it was read; a stale one is refused
 * @param {{name: string} | {hidden: boolean}} change
 */
export function changeBranch(sessionId, { id, version }, change) {
  return api.patch(`/api/session/${sessionId}/branch/${id}/`, { version, ...change });
}

/**
 * Delete a branch with its own messages; one that others fork from is hidden instead.
 * @param {string} sessionId @param {string} branchId
 */
export function deleteBranch(sessionId, branchId) {
  return api.delete(`/api/session/${sessionId}/branch/${branchId}/`);
}
