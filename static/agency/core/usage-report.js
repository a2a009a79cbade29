/** What a report of the ledger says, as layers of a plot and rows of a table. Pure. */

/**
 * @typedef {import("../types/api").UsageGroup} Group
 * @typedef {import("../types/api").UsagePoint} Point
 * @typedef {"cost" | "tokens" | "calls"} Unit
 */

/** @type {Record<Unit, (row: Point) => number>} */
const VALUES = {
  cost: (row) => Number(row.cost_usd ?? 0),
  tokens: (row) => row.input + row.output + row.cache_read + row.cache_write,
  calls: (row) => row.calls,
};

/** @param {Unit} unit @returns {(row: Point) => number} */
export const amountOf = (unit) => VALUES[unit];

/**
 * A layer for each group, and one for what the server left out of the groups: there are at most so
 * many of them in a report.
 * @param {Group[]} groups each with a series by day
 * @param {Group[]} totals the groups of the same rows by day
 * @param {string[]} days @param {Unit} unit
 * @param {(group: Group) => string} nameOf @param {string} rest what the left out are called
 * @returns {import("./plot.js").Layer[]}
 */
export function layersOf(groups, totals, days, unit, nameOf, rest) {
  const value = amountOf(unit);
  const spread = (/** @type {Point[]} */ points) => {
    const byDay = new Map(points.map((point) => [point.key, value(point)]));
    return days.map((day) => byDay.get(day) ?? 0);
  };
  const layers = groups.map((group) => ({
    key: String(group.key),
    label: nameOf(group),
    values: spread(group.series ?? []),
  }));
  const missing = spread(totals).map((total, day) => {
    const left = layers.reduce((all, { values }) => all - values[day], total);
    return left > total * 1e-6 ? left : 0;
  });
  return missing.some((left) => left > 0)
    ? [...layers, { key: "left", label: rest, values: missing }]
    : layers;
}
