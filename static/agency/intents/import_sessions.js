import { api } from "../net/api.js";

/**
 * Take over exported sessions; they become one's own.
 * @param {File} file
 * @returns {Promise<{sessions: import("../types/api").Session[], notes: string[]}>}
 */
export function importSessions(file) {
  const form = new FormData();
  form.append("file", file);
  return api.post("/api/session/import/", form);
}
