import { uuid7 } from "../core/ids.js";
import { api } from "../net/api.js";

/**
 * Say a message anew: it becomes a sibling on a new branch, the old one stays.
 * @param {string} sessionId
 * @param {string} messageId
 * @param {string} text
 */
export function editMessage(sessionId, messageId, text) {
  const id = uuid7();
  return api.post(
    `/api/session/${sessionId}/message/${messageId}/edit/`,
    { id, text },
    { key: id },
  );
}
