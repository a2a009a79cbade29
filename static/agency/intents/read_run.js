import { api } from "../net/api.js";

/** A run with its timeline. @param {string} runId */
export function readRun(runId) {
  return api.get(`/api/run/${runId}/`);
}
