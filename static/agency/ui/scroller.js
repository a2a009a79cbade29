/**
 * The controller of a windowed list: it alone sets the mounted range, the spacers' heights and the
 * scroll position.
 *
 * Two modes. Following keeps the end in view while it grows; any upward input releases it, coming
 * back to the end takes it up again. Released, the first visible row keeps its place whatever is
 * measured, added or loaded above it.
 */
import { Heights, reserve } from "../core/windowing.js";

const OVERSCAN = 600;
const NEAR_TOP = 1_200;
/** A scroll this soon after an input is taken for its effect. */
const INPUT_MS = 400;
/** This close to the end counts as at the end. */
const END_SLACK = 32;
const UP_KEYS = new Set(["ArrowUp", "PageUp", "Home"]);

export class Scroller {
  /** @type {(() => void) | undefined} */
  onNearTop;
  /** @type {((isFollowing: boolean) => void) | undefined} */
  onFollow;

  #heights = new Heights();
  #redraw;
  /** @type {HTMLElement | null} */
  #element = null;
  /** @type {ResizeObserver | null} */
  #observer = null;
  /** @type {Set<Element>} */
  #observed = new Set();
  #range = { from: 0, to: 0 };
  #isFollowing = true;
  /** The first visible row and how far the viewport's top is below the row's. */
  #anchor = { key: "", offset: 0 };
  /** @type {string | null} */
  #turnKey = null;
  #viewport = 0;
  #inputAt = 0;
  #lastTop = 0;
  /** Stops listening to the page's input events. */
  #abort = new AbortController();

  /** @param {() => void} redraw asks for the rows of `plan` to be mounted */
  constructor(redraw) {
    this.#redraw = redraw;
  }

  get isFollowing() {
    return this.#isFollowing;
  }

  /**
   * Which rows to mount now.
   * @param {string[]} keys all rows in order
   * @param {string | null} turnKey the row that begins the turn under way
   */
  plan(keys, turnKey) {
    this.#turnKey = turnKey;
    this.#heights.setKeys(keys);
    this.#range = this.#wanted();
    return this.#range;
  }

  #wanted() {
    const viewport = this.#viewport || 800;
    const top = this.#isFollowing ? this.#endTop(viewport) : this.#anchoredTop();
    return this.#heights.range(top, viewport, OVERSCAN);
  }

  /** @param {number} viewport */
  #endTop(viewport) {
    const { total } = this.#heights;
    return Math.max(0, total + reserve(this.#heights, this.#turnKey, viewport) - viewport);
  }

  #anchoredTop() {
    const at = this.#heights.indexOf(this.#anchor.key);
    return at < 0 ? this.#lastTop : this.#heights.top(at) + this.#anchor.offset;
  }

  /** @param {HTMLElement} element the scrolling one */
  attach(element) {
    this.#element = element;
    this.#abort = new AbortController();
    this.#observer = new ResizeObserver((entries) => this.#resized(entries));
    this.#observer.observe(element);
    this.#viewport = element.clientHeight;
    const options = { passive: true, signal: this.#abort.signal };
    element.addEventListener("scroll", () => this.#scrolled(), options);
    this.#watchInput(element, options);
    this.#redraw();
  }

  /**
   * Only a person's own movement releases the end: the browser moves the position too, when the
   * content shrinks for a moment.
   * @param {HTMLElement} element
   * @param {AddEventListenerOptions} options
   */
  #watchInput(element, options) {
    const moved = () => {
      this.#inputAt = performance.now();
    };
    element.addEventListener("wheel", (event) => event.deltaY < 0 && this.release(), options);
    element.addEventListener("touchmove", moved, options);
    element.addEventListener(
      "pointerdown",
      (event) => event.target === element && moved(),
      options,
    );
    element.addEventListener("pointermove", (event) => event.buttons > 0 && moved(), options);
    document.addEventListener("keydown", moved, options);
    element.addEventListener(
      "keydown",
      (event) => UP_KEYS.has(event.key) && this.release(),
      options,
    );
  }

  detach() {
    this.#abort.abort();
    this.#observer?.disconnect();
    this.#observed.clear();
    this.#element = null;
  }

  /** After the rows are in the page: measure them, size the spacers, put the scroll position. */
  settle() {
    if (!this.#element) return;
    // Before anything is measured: too short a content would make the browser clamp the position.
    this.#sizeSpacers(this.#element);
    this.#measureRows();
    this.#place();
    const { from, to } = this.#wanted();
    if (from < this.#range.from || to > this.#range.to) this.#redraw();
  }

  #measureRows() {
    const rows = /** @type {HTMLElement} */ (this.#element).querySelectorAll(":scope > [data-row]");
    const present = new Set(rows);
    for (const row of this.#observed) {
      if (present.has(row)) continue;
      this.#observer?.unobserve(row);
      this.#observed.delete(row);
    }
    for (const row of rows) {
      this.#measure(row);
      if (this.#observed.has(row)) continue;
      this.#observed.add(row);
      this.#observer?.observe(row);
    }
  }

  /** @param {Element} row */
  #measure(row) {
    const { row: key = "" } = /** @type {HTMLElement} */ (row).dataset;
    return this.#heights.measure(key, row.getBoundingClientRect().height);
  }

  #place() {
    const element = /** @type {HTMLElement} */ (this.#element);
    this.#sizeSpacers(element);
    const wanted = this.#isFollowing
      ? element.scrollHeight - this.#viewport
      : this.#lead() + this.#anchoredTop();
    if (Math.abs(element.scrollTop - wanted) > 0.5) element.scrollTop = wanted;
    this.#lastTop = element.scrollTop - this.#lead();
    if (this.#isFollowing) this.#remember();
  }

  /** @param {HTMLElement} element */
  #sizeSpacers(element) {
    const { from, to } = this.#range;
    const below = this.#heights.total - this.#heights.top(to);
    size(element, "top", this.#heights.top(from));
    size(element, "bottom", below + reserve(this.#heights, this.#turnKey, this.#viewport));
  }

  /** The height of what stands above the rows; the scrolling element is positioned. */
  #lead() {
    const spacer = this.#element?.querySelector(":scope > [data-spacer=top]");
    return /** @type {HTMLElement | null | undefined} */ (spacer)?.offsetTop ?? 0;
  }

  #remember() {
    const at = this.#heights.at(Math.max(0, this.#lastTop));
    this.#anchor = {
      key: this.#heights.keyAt(at) ?? "",
      offset: this.#lastTop - this.#heights.top(at),
    };
  }

  #scrolled() {
    const element = this.#element;
    if (!element) return;
    const top = element.scrollTop - this.#lead();
    const isUp = top < this.#lastTop - 1;
    const isDown = top > this.#lastTop + 1;
    this.#lastTop = top;
    const isAtEnd = this.#distanceToEnd() <= END_SLACK;
    if (isAtEnd && isDown) this.#setFollowing(true);
    if (!isAtEnd && isUp && this.#isFollowing) {
      if (performance.now() - this.#inputAt > INPUT_MS) return this.#place();
      this.#setFollowing(false);
    }
    this.#remember();
    const { from, to } = this.#heights.range(top, this.#viewport, OVERSCAN / 2);
    if (from < this.#range.from || to > this.#range.to) this.#redraw();
    this.checkTop();
  }

  #distanceToEnd() {
    const element = /** @type {HTMLElement} */ (this.#element);
    return element.scrollHeight - element.scrollTop - this.#viewport;
  }

  /** Ask for older rows when the reader comes near the first one. */
  checkTop() {
    if (this.#element && this.#lastTop < NEAR_TOP) this.onNearTop?.();
  }

  /** @param {ResizeObserverEntry[]} entries */
  #resized(entries) {
    if (!this.#element) return;
    for (const { target } of entries) {
      if (target === this.#element) this.#viewport = this.#element.clientHeight;
      else if (target.isConnected) this.#measure(target);
    }
    this.#place();
    const { from, to } = this.#wanted();
    if (from < this.#range.from || to > this.#range.to) this.#redraw();
  }

  /** The reader wants to stay where they look. */
  release() {
    if (this.#isFollowing && this.#element && this.#element.scrollTop > 0)
      this.#setFollowing(false);
  }

  /** Go to the end and stay there. */
  follow() {
    this.#setFollowing(true);
    this.#redraw();
  }

  /** @param {boolean} isFollowing */
  #setFollowing(isFollowing) {
    if (this.#isFollowing === isFollowing) return;
    this.#isFollowing = isFollowing;
    this.onFollow?.(isFollowing);
  }

  /**
   * Bring a row to the top of the viewport.
   * @param {string} key
   * @returns {boolean} false when there is no such row
   */
  reveal(key) {
    if (this.#heights.indexOf(key) < 0) return false;
    this.#setFollowing(false);
    this.#anchor = { key, offset: -16 };
    this.#redraw();
    return true;
  }

  /** Bring a part of a mounted row to the top of the viewport. @param {Element} part */
  show(part) {
    const row = /** @type {HTMLElement | null} */ (part.closest("[data-row]"));
    if (!row) return;
    const below = part.getBoundingClientRect().top - row.getBoundingClientRect().top;
    this.#setFollowing(false);
    this.#anchor = { key: row.dataset.row ?? "", offset: below - 8 };
    this.#redraw();
  }
}

/**
 * @param {HTMLElement} element
 * @param {string} name
 * @param {number} height
 */
function size(element, name, height) {
  const spacer = /** @type {HTMLElement | null} */ (
    element.querySelector(`:scope > [data-spacer=${name}]`)
  );
  const text = `${Math.max(0, Math.round(height))}px`;
  if (spacer && spacer.style.height !== text) spacer.style.height = text;
}
