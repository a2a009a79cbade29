import { store } from "../core/store.js";
import { api } from "../net/api.js";

/**
 * Change what a workspace's sessions follow: name, prompt, default model.
 * @param {Record<string, any>} record with its id and version
 */
export async function saveWorkspace({ id, ...fields }) {
  const saved = await api.patch(`/api/workspace/${id}/`, fields);
  const known = store.workspaces.peek();
  store.workspaces.value = new Map(known).set(String(id), { ...known.get(String(id)), ...saved });
  return saved;
}
