/** Where in a transcript the model's view begins: what stands above is summarised for it. */

/**
 * @typedef {import("../types/api").Compaction} Compaction
 * @typedef {{key: string, kind: "fold", compaction: Compaction}} FoldRow
 * @typedef {import("./turns.js").Row} Row
 */

/** @param {Row} row */
const lastDepth = (row) =>
  row.kind === "human"
    ? row.message.depth
    : (row.messages.at(-1)?.depth ?? Number.POSITIVE_INFINITY);

/**
 * The rows with the fold after the last one that is summarised; without it while that one is not read.
 * @param {Row[]} rows oldest first
 * @param {Compaction | null | undefined} compaction
 * @returns {(Row | FoldRow)[]}
 */
export function withFold(rows, compaction) {
  if (compaction?.state !== "done") return rows;
  const at = rows.findLastIndex((row) => firstDepth(row) <= compaction.depth);
  if (at < 0) return rows;
  /** @type {FoldRow} */
  const fold = { key: `fold.${compaction.id}`, kind: "fold", compaction };
  const place = lastDepth(rows[at]) <= compaction.depth ? at + 1 : at;
  return [...rows.slice(0, place), fold, ...rows.slice(place)];
}

/** @param {Row} row */
const firstDepth = (row) =>
  row.kind === "human" ? row.message.depth : (row.messages[0]?.depth ?? Number.POSITIVE_INFINITY);

/**
 * How full the window is, in per cent, and where the summary begins by itself.
 * @param {import("../types/api").Context | null} context
 * @returns {{share: number, mark: number | null} | null} null while nobody knows
 */
export function fullness(context) {
  if (!context?.window || context.tokens === null) return null;
  const percent = (/** @type {number} */ tokens) =>
    Math.min(100, Math.round((100 * tokens) / Number(context.window)));
  return {
    share: percent(context.tokens),
    mark: context.threshold ? percent(context.threshold) : null,
  };
}
