/**
 * Where words stand in a text, as the server's search finds them: case, accents and widths folded,
 * one or two letters only where a word begins. Pure.
 */

const MOST_TERMS = 8;
const LETTER = /[\p{L}\p{N}]/u;
const SHORT = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]{1,2}$/u;

/** @param {string} text */
const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * The terms of what was typed, each once, the longest first.
 * @param {string} typed
 */
export function termsOf(typed) {
  const found = [...new Set(fold(typed).split(/\s+/).filter(Boolean))].slice(0, MOST_TERMS);
  return found.sort((a, b) => b.length - a.length);
}

/**
 * A folded text, and for each of its units where the source has it.
 * @param {string} source
 * @returns {{text: string, from: (at: number) => number}}
 */
function folded(source) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII folds one to one
  if (/^[\x00-\x7f]*$/.test(source)) return { text: source.toLowerCase(), from: (at) => at };
  /** @type {number[]} */
  const places = [];
  let text = "";
  let at = 0;
  for (const char of source) {
    const part = fold(char);
    for (let unit = 0; unit < part.length; unit += 1) places.push(at);
    text += part;
    at += char.length;
  }
  places.push(source.length);
  return { text, from: (unit) => places[unit] };
}

/**
 * @param {string} source
 * @param {string[]} terms from `termsOf`
 * @returns {[number, number][]} beginnings and ends, in order, without overlaps
 */
export function placesOf(source, terms) {
  if (terms.length === 0) return [];
  const { text, from } = folded(source);
  /** @type {[number, number][]} */
  const found = [];
  for (const term of terms) {
    for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + term.length)) {
      const isInside = SHORT.test(term) && at > 0 && LETTER.test(text[at - 1]);
      if (!isInside) found.push([from(at), from(at + term.length)]);
    }
  }
  return merged(found.sort((a, b) => a[0] - b[0] || a[1] - b[1]));
}

/** @param {[number, number][]} spans sorted @returns {[number, number][]} */
function merged(spans) {
  /** @type {[number, number][]} */
  const apart = [];
  for (const [start, end] of spans) {
    const last = apart.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else apart.push([start, end]);
  }
  return apart;
}
