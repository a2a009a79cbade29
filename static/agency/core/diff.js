/** Lines that two texts share and do not, for showing an edit. */

/** Past this many cells the texts are shown whole, one after the other. */
const LIMIT = 4_000_000;

/**
 * @param {string} before
 * @param {string} after
 * @returns {{kind: "same" | "removed" | "added", text: string}[]}
 */
export function diffLines(before, after) {
  const lines = (/** @type {string} */ text) => (text === "" ? [] : text.split("\n"));
  return diffTokens(lines(before), lines(after));
}

/**
 * The same of any two lists of texts, such as words.
 * @param {string[]} a
 * @param {string[]} b
 * @returns {{kind: "same" | "removed" | "added", text: string}[]}
 */
export function diffTokens(a, b) {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail))
    tail += 1;
  const middle = diffMiddle(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  return [...a.slice(0, head).map(same), ...middle, ...a.slice(a.length - tail).map(same)];
}

/** @param {string} text */
const same = (text) => ({ kind: /** @type {const} */ ("same"), text });
/** @param {string} text */
const removed = (text) => ({ kind: /** @type {const} */ ("removed"), text });
/** @param {string} text */
const added = (text) => ({ kind: /** @type {const} */ ("added"), text });

/**
 * @param {string[]} a
 * @param {string[]} b
 */
function diffMiddle(a, b) {
  if (a.length * b.length > LIMIT) return [...a.map(removed), ...b.map(added)];
  const width = b.length + 1;
  const longest = commonLengths(a, b);
  const lines = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push(same(a[i]));
      i += 1;
      j += 1;
    } else if (
      j >= b.length ||
      (i < a.length && longest[(i + 1) * width + j] >= longest[i * width + j + 1])
    ) {
      lines.push(removed(a[i]));
      i += 1;
    } else {
      lines.push(added(b[j]));
      j += 1;
    }
  }
  return lines;
}

/**
 * The longest common subsequence of every pair of tails.
 * @param {string[]} a
 * @param {string[]} b
 */
function commonLengths(a, b) {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? lengths[(i + 1) * width + j + 1] + 1
          : Math.max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
    }
  }
  return lengths;
}
