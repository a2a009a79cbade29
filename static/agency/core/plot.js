/** A plot of stacked bars by day, as numbers: scale, layers, days. Pure. */

/**
 * @typedef {{key: string, label: string, values: number[]}} Layer one value for each day
 */

/**
 * Where the lines of a scale stand: 0 and round steps up to what covers the top.
 * @param {number} top @param {number} [steps] about how many
 * @returns {number[]} ascending; the last is the end of the scale
 */
export function ticks(top, steps = 4) {
  if (!(top > 0)) return [0, 1];
  const raw = top / steps;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 2.5, 5, 10].find((one) => one * power >= raw * 0.999) ?? 10) * power;
  const count = Math.ceil(top / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, at) => Number((at * step).toPrecision(12)));
}

/**
 * Each day's layers one on the other, as shares of the scale.
 * @param {Layer[]} layers the first stands lowest
 * @param {number} end of the scale
 * @returns {{key: string, from: number, to: number}[][]} by day; layers of nothing are left out
 */
export function stack(layers, end) {
  const days = layers[0]?.values.length ?? 0;
  return Array.from({ length: days }, (_, day) => {
    let from = 0;
    return layers.flatMap(({ key, values }) => {
      const value = values[day];
      if (!(value > 0)) return [];
      const part = { key, from: from / end, to: (from + value) / end };
      from += value;
      return [part];
    });
  });
}

/** Each day's sum. @param {Layer[]} layers @returns {number[]} */
export const sums = (layers) =>
  (layers[0]?.values ?? []).map((_, day) =>
    layers.reduce((all, { values }) => all + (values[day] || 0), 0),
  );

/**
 * The largest layers, and one that holds the rest, so that colours can be told apart.
 * @param {Layer[]} layers @param {number} most @param {string} other what the rest is called
 * @returns {Layer[]} the largest first, the rest last
 */
export function foldLayers(layers, most, other) {
  const size = (/** @type {Layer} */ one) => one.values.reduce((all, value) => all + value, 0);
  const ordered = layers.filter((one) => size(one) > 0).sort((a, b) => size(b) - size(a));
  if (ordered.length <= most) return ordered;
  const rest = sums(ordered.slice(most - 1));
  return [...ordered.slice(0, most - 1), { key: "", label: other, values: rest }];
}
