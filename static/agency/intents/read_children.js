import { api } from "../net/api.js";

/**
 * The sessions that a session began, newest first, each with what it used alone and with its own.
 * @param {string} sessionId @param {AbortSignal} [signal]
 * @returns {Promise<import("../types/api").Child[]>}
 */
export async function readChildren(sessionId, signal) {
  return (await api.get(`/api/session/${sessionId}/child/`, { signal, query: { limit: 100 } }))
    .results;
}

/** What a session used, alone and with all below it. @param {string} sessionId @param {AbortSignal} [signal] */
export function readUsage(sessionId, signal) {
  return api.get(`/api/session/${sessionId}/usage/`, { signal });
}
