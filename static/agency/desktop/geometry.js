/** From a layout to rectangles. Pure, so that windows keep their elements wherever they move. */

/**
 * @typedef {import("./layout.js").Column} Column
 * @typedef {{x: number, y: number, w: number, h: number}} Box
 * @typedef {{before: string, after: string, vertical: boolean, share: number, span: number, box: Box}} Border
 */

/**
 * @param {Column[]} columns @param {Record<string, number>} rows
 * @param {{width: number, height: number}} area @param {number} gutter
 * @returns {{tiles: {key: string, box: Box}[], borders: Border[]}}
 */
export function place(columns, rows, area, gutter) {
  /** @type {{key: string, box: Box}[]} */
  const tiles = [];
  /** @type {Border[]} */
  const borders = [];
  const across = divide(
    columns.map((column) => column.weight),
    area.width,
    gutter,
  );
  columns.forEach((column, at) => {
    const { from: x, size: w } = across[at];
    if (at > 0) {
      const box = { x: x - gutter, y: 0, w: gutter, h: area.height };
      borders.push(border(columns[at - 1].keys[0], column.keys[0], true, across, at, box));
    }
    const down = divide(
      column.keys.map((key) => rows[key] ?? 1),
      area.height,
      gutter,
    );
    column.keys.forEach((key, row) => {
      const { from: y, size: h } = down[row];
      if (row > 0)
        borders.push(
          border(column.keys[row - 1], key, false, down, row, { x, y: y - gutter, w, h: gutter }),
        );
      tiles.push({ key, box: { x, y, w, h } });
    });
  });
  return { tiles, borders };
}

/**
 * @param {number[]} weights @param {number} length @param {number} gutter
 * @returns {{from: number, size: number}[]} in whole pixels, so that hairlines stay sharp
 */
export function divide(weights, length, gutter) {
  const free = Math.max(0, length - gutter * (weights.length - 1));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  let used = 0;
  return weights.map((weight, at) => {
    const start = Math.round((free * used) / sum);
    used += weight;
    return { from: start + gutter * at, size: Math.round((free * used) / sum) - start };
  });
}

/**
 * @param {string} before @param {string} after @param {boolean} vertical
 * @param {{size: number}[]} parts @param {number} at @param {Box} box @returns {Border}
 */
function border(before, after, vertical, parts, at, box) {
  const span = parts[at - 1].size + parts[at].size;
  return {
    before,
    after,
    vertical,
    span,
    share: Math.round((100 * parts[at - 1].size) / (span || 1)),
    box,
  };
}
