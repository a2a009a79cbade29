/**
 * Formulas: `$…$`, `$$…$$`, `\(…\)` and `\[…\]` become elements that hold their TeX; `math.js`
 * draws them later. A dollar sign beside a space or before a digit is money, not a formula.
 */

/** @param {any} md */
export function mathRules(md) {
  md.inline.ruler.before("escape", "math_inline", inlineMath);
  md.block.ruler.before("fence", "math_block", blockMath, {
    alt: ["paragraph", "reference", "blockquote", "list"],
  });
  const { escapeHtml } = md.utils;
  md.renderer.rules.math_inline = (/** @type {any[]} */ tokens, /** @type {number} */ at) =>
    `<span class="math" data-tex>${escapeHtml(tokens[at].content)}</span>`;
  md.renderer.rules.math_block = (/** @type {any[]} */ tokens, /** @type {number} */ at) =>
    `<div class="math" data-tex data-display>${escapeHtml(tokens[at].content)}</div>\n`;
}

const INLINE = /^(?:\$(?!\s|\$)((?:[^$\\\n]|\\.)+?)(?<!\s)\$(?!\d)|\\\(([^\n]+?)\\\))/;

/** @param {any} state @param {boolean} silent */
function inlineMath(state, silent) {
  const first = state.src[state.pos];
  if (first !== "$" && first !== "\\") return false;
  const found = INLINE.exec(state.src.slice(state.pos, state.posMax));
  if (!found) return false;
  if (!silent) state.push("math_inline", "span", 0).content = found[1] ?? found[2];
  state.pos += found[0].length;
  return true;
}

/** @type {[string, string][]} */
const FENCES = [
  ["$$", "$$"],
  ["\\[", "\\]"],
];

/** @param {any} state @param {number} start @param {number} end @param {boolean} silent */
function blockMath(state, start, end, silent) {
  const line = (/** @type {number} */ at) =>
    state.src.slice(state.bMarks[at] + state.tShift[at], state.eMarks[at]);
  const pair = FENCES.find(([open]) => line(start).startsWith(open));
  if (!pair) return false;
  const [open, close] = pair;
  const lines = [line(start).slice(open.length)];
  let at = start;
  while (!lines[lines.length - 1].trimEnd().endsWith(close)) {
    at += 1;
    if (at >= end) return false;
    lines.push(line(at));
  }
  if (silent) return true;
  const text = lines.join("\n").trimEnd();
  const token = state.push("math_block", "div", 0);
  token.content = text.slice(0, -close.length).trim();
  token.map = [start, at + 1];
  token.block = true;
  state.line = at + 1;
  return true;
}
