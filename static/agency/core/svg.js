/**
 * An icon that a model drew, as shapes from a list: no text of it ever becomes markup. The server
 * stores it in a form of its own; what does not read exactly so is no icon.
 */

/** @typedef {[string, Record<string, string>, Shape[]]} Shape element, attributes, children */

const NUMBERS = /^[\d\s.,+\-eE]*$/;
const PATH = /^[MmLlHhVvCcSsQqTtAaZz\d\s.,+-]*$/;
const PAINT = /^(none|currentColor)$/;

/** @type {Record<string, RegExp>} */
const LOOKS = {
  fill: PAINT,
  stroke: PAINT,
  "stroke-width": NUMBERS,
  "stroke-linecap": /^(butt|round|square)$/,
  "stroke-linejoin": /^(miter|round|bevel)$/,
  "fill-rule": /^(nonzero|evenodd)$/,
};
const allNumbers = (/** @type {string} */ names) =>
  Object.fromEntries(names.split(" ").map((name) => [name, NUMBERS]));

/** @type {Record<string, Record<string, RegExp>>} */
const SHAPES = {
  svg: { viewBox: /^0 0 24 24$/, xmlns: /^http:\/\/www\.w3\.org\/2000\/svg$/ },
  g: {},
  path: { d: PATH },
  circle: allNumbers("cx cy r"),
  ellipse: allNumbers("cx cy rx ry"),
  rect: allNumbers("x y width height rx ry"),
  line: allNumbers("x1 y1 x2 y2"),
  polyline: { points: NUMBERS },
  polygon: { points: NUMBERS },
};

const LONGEST = 8_000;
const TAG = /<(\/?)([a-z]+)((?:\s+[A-Za-z-]+="[^"<>&]*")*)\s*(\/?)>/y;

/**
 * @param {string | null | undefined} text
 * @returns {Shape | null} the `svg` element, or null when anything in it is not on the list
 */
export function parseIcon(text) {
  if (!text || text.length > LONGEST) return null;
  /** @type {Shape} */
  const root = ["", {}, []];
  const open = [root];
  TAG.lastIndex = 0;
  while (TAG.lastIndex < text.length) {
    const found = TAG.exec(text);
    if (!found || !take(found, open)) return null;
  }
  const [icon] = root[2];
  return open.length === 1 && root[2].length === 1 && icon[0] === "svg" ? icon : null;
}

/**
 * @param {RegExpExecArray} found one tag
 * @param {Shape[]} open the elements that it stands in
 * @returns {boolean} false when it is not allowed
 */
function take([, isEnd, name, given, isEmpty], open) {
  if (isEnd) return open.length > 1 && open.pop()?.[0] === name && !given && !isEmpty;
  const attributes = attributesOf(name, given);
  const isContainer = name === "svg" || name === "g";
  if (!attributes || (name === "svg") !== (open.length === 1)) return false;
  if (!isContainer && !isEmpty) return false;
  /** @type {Shape} */
  const shape = [name, attributes, []];
  open.at(-1)?.[2].push(shape);
  if (!isEmpty) open.push(shape);
  return true;
}

/**
 * @param {string} name
 * @param {string} given ` a="1" b="2"`
 * @returns {Record<string, string> | null}
 */
function attributesOf(name, given) {
  if (!Object.hasOwn(SHAPES, name)) return null;
  const allowed = { ...LOOKS, ...SHAPES[name] };
  const pairs = [...given.matchAll(/([A-Za-z-]+)="([^"]*)"/g)].map(([, key, value]) => [
    key,
    value,
  ]);
  const isFine = pairs.every(
    ([key, value]) => Object.hasOwn(allowed, key) && allowed[key].test(value),
  );
  return isFine ? Object.fromEntries(pairs) : null;
}
