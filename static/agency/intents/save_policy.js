import { api } from "../net/api.js";

/** Create or change a rule about tools. @param {Record<string, any>} policy */
export function savePolicy(policy) {
  const { id, ...fields } = policy;
  return id ? api.patch(`/api/policy/${id}/`, fields) : api.post("/api/policy/", fields);
}
