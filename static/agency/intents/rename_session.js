import { updateSession } from "./update_session.js";

/** @param {string} sessionId @param {string} name */
export function renameSession(sessionId, name) {
  return updateSession(sessionId, { name });
}
