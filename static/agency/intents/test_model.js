import { api } from "../net/api.js";

/** Ask a model for one word. @param {string} id */
export function testModel(id) {
  return api.post(`/api/model/${id}/test/`);
}
