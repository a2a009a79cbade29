import { store } from "../core/store.js";
import { api } from "../net/api.js";

const MOST = 20;

/**
 * Add the models that a server of one's own serves; a service with many is left to the person.
 * @param {string} provider
 * @returns {Promise<any[]>} the models that were added
 */
export async function addServed(provider) {
  const path = `/api/provider/${provider}/served/`;
  const { served } = await api.post(path, {});
  if (served.length === 0 || served.length > MOST) return [];
  const { added } = await api.post(path, { add: served });
  for (const model of added) store.putResource("model", model);
  return added;
}
