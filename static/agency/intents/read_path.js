import { api } from "../net/api.js";

/**
 * A page of a branch's path, oldest first.
 * @param {string} sessionId
 * @param {{branch?: string | null, before?: number | string, limit?: number}} where `before` is a
 *   depth or a message's id
 * @returns {Promise<{messages: import("../types/api").Message[], has_older: boolean, tool_calls: any[]}>}
 */
export function readPath(sessionId, { branch, before, limit }) {
  return api.get(`/api/session/${sessionId}/message/`, { query: { branch, before, limit } });
}
