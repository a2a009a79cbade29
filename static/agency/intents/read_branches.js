import { api } from "../net/api.js";

/**
 * All branches of a session with their first and last words.
 * @param {string} sessionId
 * @param {AbortSignal} [signal]
 * @returns {Promise<import("../types/api").Branch[]>}
 */
export async function readBranches(sessionId, signal) {
  return (await api.get(`/api/session/${sessionId}/branch/`, { signal })).results;
}

/**
 * What two branches say after the part they share.
 * @param {string} sessionId @param {string} left @param {string} right @param {AbortSignal} [signal]
 */
export function compareBranches(sessionId, left, right, signal) {
  return api.get(`/api/session/${sessionId}/branch/${left}/compare/${right}/`, { signal });
}
