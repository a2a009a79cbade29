import { api } from "../net/api.js";

/**
 * The whole result of a tool call whose message holds only its head and tail.
 * @param {string} callId
 * @returns {Promise<string>}
 */
export async function readOutput(callId) {
  const body = await api.get(`/api/tool-call/${callId}/output/`);
  if (typeof body === "string") return body;
  return body?.content ?? body?.output ?? JSON.stringify(body, null, 2);
}
