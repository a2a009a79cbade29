/** Putting one thing of a list in another place. */

/**
 * @template T
 * @param {T[]} list
 * @param {number} from
 * @param {number} to
 * @returns {T[]} the same list when nothing moves
 */
export function moved(list, from, to) {
  const at = Math.max(0, Math.min(to, list.length - 1));
  if (from < 0 || from >= list.length || from === at) return list;
  return list.toSpliced(from, 1).toSpliced(at, 0, list[from]);
}

/**
 * The place that a row dragged to `y` takes among rows of these extents.
 * @param {{top: number, bottom: number}[]} rows in their order, the dragged one among them
 * @param {number} y
 */
export function placeAt(rows, y) {
  const at = rows.findIndex(({ top, bottom }) => y < (top + bottom) / 2);
  return at < 0 ? rows.length - 1 : at;
}

/**
 * The rows in the order that was asked for; those it does not name keep theirs at the end.
 * @template {{id: string}} T
 * @param {T[]} rows
 * @param {string[] | null} order ids
 */
export function inOrder(rows, order) {
  if (!order) return rows;
  const place = (/** @type {T} */ row) => {
    const at = order.indexOf(row.id);
    return at < 0 ? order.length : at;
  };
  return [...rows].sort((a, b) => place(a) - place(b));
}
