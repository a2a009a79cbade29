import { api } from "../net/api.js";

/**
 * Remove one record of the catalogue; lists follow by its event.
 * @param {string} resource
 * @param {string} id
 */
export function deleteRecord(resource, id) {
  return api.delete(`/api/${resource}/${id}/`);
}
