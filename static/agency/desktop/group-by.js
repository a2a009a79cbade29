/**
 * Entries by a key, groups in the order in which their first entry came.
 * @template T @template K
 * @param {Iterable<T>} list @param {(entry: T) => K} keyOf @returns {Map<K, T[]>}
 */
export function groupBy(list, keyOf) {
  /** @type {Map<K, T[]>} */
  const groups = new Map();
  for (const entry of list) {
    const key = keyOf(entry);
    const known = groups.get(key);
    if (known) known.push(entry);
    else groups.set(key, [entry]);
  }
  return groups;
}
