import { api } from "../net/api.js";

/**
 * The servers of the machine that Agency runs on which speak OpenAI's API.
 * @param {string} workspace
 * @returns {Promise<import("../types/records/catalogue").LocalServer[]>}
 */
export async function lookAround(workspace) {
  const found = await api.post("/api/provider/look/", { workspace_id: workspace });
  return found.servers;
}
