/** Whether a frame moves this person into or out of a workspace. */
import { splitStream } from "./frames.js";

/**
 * What may be seen after that is another set, which no event lists. A deleted place names nobody,
 * so each is looked into; a stream of an unknown workspace means that a place was given.
 * @param {import("../types/api").Frame} frame
 * @param {number | undefined} me
 * @param {{has: (id: string) => boolean}} workspaces those known
 */
export function movesMe({ stream, payload }, me, workspaces) {
  const [kind, subject] = typeof stream === "string" ? splitStream(stream) : ["", ""];
  if (kind !== "workspace") return false;
  if (!workspaces.has(subject)) return true;
  const changes = payload?.items ?? [payload];
  return changes.some(
    (/** @type {any} */ one) =>
      one?.resource === "member" && (one.action === "deleted" || one.record?.user_id === me),
  );
}
