import { api } from "../net/api.js";

/** Run a failed turn again on its branch. @param {string} runId */
export function retryRun(runId) {
  return api.post(`/api/run/${runId}/retry/`);
}
