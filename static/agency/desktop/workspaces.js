import { effect } from "@preact/signals";
import { store } from "../core/store.js";

/**
 * Let what the catalogue tells of a workspace reach the list of workspaces, which also holds this
 * person's role in each.
 */
export function followWorkspaces() {
  return effect(() => {
    const told = store.resource("workspace").value;
    const known = store.workspaces.peek();
    const next = new Map(known);
    for (const [id, record] of told) {
      const before = known.get(id);
      const isNewer = before && Number(record.version ?? 0) > Number(before.version ?? 0);
      if (isNewer) next.set(id, { ...before, ...record });
    }
    store.workspaces.value = next;
  });
}
