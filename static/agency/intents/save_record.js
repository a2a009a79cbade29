import { store } from "../core/store.js";
import { api } from "../net/api.js";

/**
 * Create or change one record of the catalogue; the answer shows at once, ahead of its event.
 * @param {string} resource
 * @param {Record<string, any>} record without an id it is created
 * @returns {Promise<any>} the record as it stands
 */
export async function saveRecord(resource, record) {
  const { id, ...fields } = record;
  const saved = id
    ? await api.patch(`/api/${resource}/${id}/`, fields)
    : await api.post(`/api/${resource}/`, fields);
  store.putResource(resource, saved);
  return saved;
}
