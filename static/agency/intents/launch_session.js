import { api } from "../net/api.js";

/**
 * Open a new session with an agent. Nothing runs before something is said.
 * @param {{agent_id?: string, mode?: string, model?: string, name?: string, folder?: string,
 *   workspace_id?: string, prompt?: string}} [options]
 * @returns {Promise<import("../types/api").Session>}
 */
export async function launchSession(options = {}) {
  const made = await api.post("/api/session/", options);
  return made.session ?? made;
}
