import { api } from "../net/api.js";

/** Take a rule back; later calls no longer follow it. @param {string} id */
export function deletePolicy(id) {
  return api.delete(`/api/policy/${id}/`);
}
