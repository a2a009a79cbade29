/**
 * Which rows of a long list are on the screen, from heights that are partly measured and partly
 * guessed. Pure: the controller in `ui/virtual-list.js` feeds it and owns the scroll position.
 */

export class Heights {
  /** @type {Map<string, number>} */
  #measured = new Map();
  /** @type {string[]} */
  #keys = [];
  /** @type {Map<string, number>} */
  #index = new Map();
  /** Sums up to each row; valid below `#validTo`. */
  #tops = [0];
  #validTo = 0;
  #estimate;

  /** @param {number} estimate height of a row that was never measured */
  constructor(estimate = 120) {
    this.#estimate = estimate;
  }

  get count() {
    return this.#keys.length;
  }

  get total() {
    return this.top(this.#keys.length);
  }

  /** @param {string[]} keys in order */
  setKeys(keys) {
    const before = this.#keys;
    let same = 0;
    while (same < keys.length && keys[same] === before[same]) same += 1;
    this.#keys = keys;
    this.#validTo = Math.min(this.#validTo, same);
    if (same === keys.length && keys.length === before.length) return;
    this.#index = new Map(keys.map((key, at) => [key, at]));
  }

  /**
   * @param {string} key
   * @param {number} height
   * @returns {number} by how much the row grew
   */
  measure(key, height) {
    const at = this.#index.get(key);
    const before = this.#measured.get(key) ?? this.#estimate;
    this.#measured.set(key, height);
    if (at === undefined || before === height) return 0;
    this.#validTo = Math.min(this.#validTo, at);
    return height - before;
  }

  /** @param {string} key */
  indexOf(key) {
    return this.#index.get(key) ?? -1;
  }

  /** @param {number} at */
  keyAt(at) {
    return this.#keys[at];
  }

  /** The distance from the start of the list to a row. @param {number} at */
  top(at) {
    for (let i = this.#validTo; i < at; i += 1) {
      this.#tops[i + 1] = this.#tops[i] + (this.#measured.get(this.#keys[i]) ?? this.#estimate);
    }
    this.#validTo = Math.max(this.#validTo, at);
    return this.#tops[at];
  }

  /**
   * The row at a distance from the start.
   * @param {number} y
   */
  at(y) {
    this.top(this.#keys.length);
    let low = 0;
    let high = this.#keys.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#tops[middle] <= y) low = middle;
      else high = middle - 1;
    }
    return Math.max(0, low);
  }

  /**
   * The rows to mount for a viewport.
   * @param {number} scrollTop
   * @param {number} viewport
   * @param {number} overscan pixels on both sides
   * @returns {{from: number, to: number}} `to` is exclusive
   */
  range(scrollTop, viewport, overscan) {
    if (this.#keys.length === 0) return { from: 0, to: 0 };
    const from = this.at(Math.max(0, scrollTop - overscan));
    const to = this.at(scrollTop + viewport + overscan) + 1;
    return { from, to: Math.min(to, this.#keys.length) };
  }
}

/**
 * Room below the list so that a turn which was just begun stands at the top of the viewport.
 * @param {Heights} heights
 * @param {string | null} anchorKey the row that begins the turn
 * @param {number} viewport
 */
export function reserve(heights, anchorKey, viewport) {
  const at = anchorKey === null ? -1 : heights.indexOf(anchorKey);
  if (at < 0) return 0;
  return Math.max(0, viewport - (heights.total - heights.top(at)));
}
