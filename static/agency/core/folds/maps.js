/** Records by id, changed by copying. */

/**
 * @template {{id: string}} T
 * @param {Map<string, T>} map
 * @param {T} entry
 */
export const withEntry = (map, entry) => new Map(map).set(entry.id, entry);

/**
 * @template {{id: string}} T
 * @param {T[] | null | undefined} list
 * @returns {Map<string, T>}
 */
export const byId = (list) => new Map((list ?? []).map((entry) => [entry.id, entry]));

/**
 * @template {{id: string}} T
 * @param {Map<string, T>} map
 * @param {T[] | null | undefined} list
 */
export const withEntries = (map, list) => new Map([...map, ...byId(list)]);

/**
 * Questions under the names that their session has now; the same map when nothing changes.
 * @param {Map<string, import("../../types/api").Interruption>} interruptions
 * @param {import("../../types/api").Session} session
 */
export function named(interruptions, session) {
  const names = { session_name: session.name, agent_name: session.agent_name };
  const old = [...interruptions.values()].filter(
    (item) =>
      item.session_id === session.id &&
      (item.session_name !== names.session_name || item.agent_name !== names.agent_name),
  );
  if (!old.length) return interruptions;
  return withEntries(
    interruptions,
    old.map((item) => ({ ...item, ...names })),
  );
}
