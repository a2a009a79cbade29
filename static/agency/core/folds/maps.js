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
