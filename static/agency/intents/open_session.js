import { hydrateSession, watchSession } from "../net/hydrate.js";

/**
 * Hold a session open: it is read, and its frames followed, until the returned call.
 * @param {string} sessionId
 * @returns {() => void}
 */
export function openSession(sessionId) {
  return watchSession(sessionId);
}

/** Read the session anew, after an error. @param {string} sessionId */
export function reloadSession(sessionId) {
  return hydrateSession(sessionId);
}
