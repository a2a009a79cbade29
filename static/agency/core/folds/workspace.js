/** The catalogue (agents, models, providers, tools, …) as a fold of a workspace's stream. */
import { release, sequenced } from "../sequence.js";

/**
 * @typedef {import("../../types/state").WorkspaceState} WorkspaceState
 * @typedef {import("../../types/api").Frame} Frame
 */

/** @returns {WorkspaceState} */
export const emptyWorkspace = () => ({ resources: new Map(), seq: -1, stale: false, held: [] });

/**
 * @param {WorkspaceState} state
 * @param {Record<string, any[]>} lists resource name (singular) to its records
 * @param {number} seq
 * @returns {WorkspaceState}
 */
export function hydrateWorkspace(state, lists, seq) {
  if (seq < state.seq) return state;
  const resources = new Map(state.resources);
  for (const [name, records] of Object.entries(lists)) {
    resources.set(name, new Map(records.map((record) => [String(record.id), record])));
  }
  return release({ ...state, resources, seq }, apply);
}

/**
 * @param {WorkspaceState} state
 * @param {Frame} frame an envelope
 * @returns {WorkspaceState}
 */
function apply(state, frame) {
  const items = frame.payload?.items ?? (frame.payload ? [frame.payload] : []);
  return items.reduce(applyOne, state);
}

/**
 * @param {WorkspaceState} state
 * @param {{resource?: string, action?: string, id?: string, record?: any}} change
 * @returns {WorkspaceState}
 */
function applyOne(state, { resource, action, id, record }) {
  if (!resource || id === undefined) return state;
  const records = new Map(state.resources.get(resource));
  if (action === "deleted") records.delete(String(id));
  else records.set(String(id), record);
  return { ...state, resources: new Map(state.resources).set(resource, records) };
}

/** @type {import("../../types/state").Fold<WorkspaceState>} */
export const foldWorkspace = sequenced(apply);
