import { api } from "../net/api.js";

/** Have the older messages summarised for the model; nothing is deleted. @param {string} sessionId */
export function compactSession(sessionId) {
  return api.post(`/api/session/${sessionId}/compact/`);
}
