/** Finding by a few letters. Pure. */

import { groupBy } from "./group-by.js";

/**
 * How well `text` answers `query`: 0 not at all; whole words and beginnings before scattered letters.
 * @param {string} text @param {string} query
 */
export function score(text, query) {
  const [hay, needle] = [fold(text), fold(query)];
  if (!needle) return 1;
  const at = hay.indexOf(needle);
  if (at === 0) return 100;
  if (at > 0) return /[\s\-_./]/.test(hay[at - 1]) ? 80 : 60;
  const words = needle.split(/\s+/);
  if (words.length > 1) return words.every((word) => hay.includes(word)) ? 40 : 0;
  return scattered(hay, needle) ? 10 : 0;
}

/** Letters in order, each beginning a word or following its neighbour. @param {string} hay @param {string} needle */
function scattered(hay, needle) {
  let from = 0;
  for (const letter of needle) {
    const at = hay.indexOf(letter, from);
    if (at < 0 || (at > from && from > 0 && !/[\s\-_./]/.test(hay[at - 1]))) return false;
    from = at + 1;
  }
  return true;
}

/** @param {string} text */
const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * Those that match, groups together, the best group and entry first.
 * @template {{group: string}} T
 * @param {T[]} list @param {string} query @param {(entry: T) => string} text @returns {T[]}
 */
export function rankBy(list, query, text) {
  if (!query.trim()) return list;
  const scored = list
    .map((entry) => ({ entry, points: score(text(entry), query.trim()) }))
    .filter(({ points }) => points > 0);
  const best = groupBy(scored, ({ entry }) => entry.group);
  const top = (/** @type {typeof scored} */ group) =>
    Math.max(...group.map(({ points }) => points));
  return [...best.values()]
    .sort((a, b) => top(b) - top(a))
    .flatMap((group) => group.sort((a, b) => b.points - a.points).map(({ entry }) => entry));
}
