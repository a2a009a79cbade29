import { api } from "../net/api.js";

/** Summarise the older part of the conversation for the model; the history stays. @param {string} sessionId */
export function compactSession(sessionId) {
  return api.post(`/api/session/${sessionId}/compact/`);
}
