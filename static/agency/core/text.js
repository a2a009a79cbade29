/** Lengths and cuts counted in code points, as the wire counts them. */

/** @param {string} text */
export function codePoints(text) {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i += 1) {
    if (isHigh(text.charCodeAt(i)) && isLow(text.charCodeAt(i + 1))) {
      count -= 1;
      i += 1;
    }
  }
  return count;
}

/**
 * The text without its first `count` code points.
 * @param {string} text
 * @param {number} count
 */
export function dropCodePoints(text, count) {
  let at = 0;
  for (let left = count; left > 0 && at < text.length; left -= 1) {
    at += isHigh(text.charCodeAt(at)) && isLow(text.charCodeAt(at + 1)) ? 2 : 1;
  }
  return text.slice(at);
}

/** @param {number} unit */
const isHigh = (unit) => unit >= 0xd800 && unit <= 0xdbff;
/** @param {number} unit */
const isLow = (unit) => unit >= 0xdc00 && unit <= 0xdfff;
