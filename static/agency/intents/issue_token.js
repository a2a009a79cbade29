import { api } from "../net/api.js";

/** A new key for a program; the answer's `token` is never shown again. @param {string} name */
export function issueToken(name) {
  return api.post("/api/token/", { name });
}

/** End a key at once. @param {string} id */
export function revokeToken(id) {
  return api.delete(`/api/token/${id}/`);
}
