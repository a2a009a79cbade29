import { api } from "../net/api.js";

/**
 * Set a cap, or give one another limit. Runs that wait for it go on when it allows them to.
 * @param {Record<string, any>} cap with an id only its limit changes, from the version given
 * @returns {Promise<import("../types/api").Budget>}
 */
export function saveBudget({ id, ...fields }) {
  return id ? api.patch(`/api/budget/${id}/`, fields) : api.post("/api/budget/", fields);
}

/** @param {string} id */
export const deleteBudget = (id) => api.delete(`/api/budget/${id}/`);
