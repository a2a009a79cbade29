import { api } from "../net/api.js";

/** Ask a provider whether its address and key work. @param {string} id */
export function testProvider(id) {
  return api.post(`/api/provider/${id}/test/`);
}
