/** Moving windows with the pointer: out of the tiles to float, onto an edge to tile again. */
import * as layouts from "./layout.js";
import { arrange, layout } from "./open.js";
import { dropHint, phone } from "./size.js";

/**
 * @typedef {{target: string, side: "left" | "right" | "top" | "bottom"}} Dock
 * @typedef {{x: number, y: number, w: number, h: number}} Box
 */

const THRESHOLD = 6;

/** @param {PointerEvent} event @param {HTMLElement} bar @param {string} id */
export function beginDrag(event, bar, id) {
  const source = /** @type {HTMLElement} */ (event.target);
  if (event.button !== 0 || phone.peek() || source.closest("button, a, input, select, [role=menu]"))
    return;
  const frame = /** @type {HTMLElement} */ (bar.closest(".window"));
  const work = /** @type {HTMLElement} */ (bar.closest(".work"));
  const start = frame.getBoundingClientRect();
  const floating = id in layout.peek().floats;
  const grip = { x: Math.min(event.clientX - start.left, 300), y: event.clientY - start.top };
  let moving = false;
  follow(bar, event, {
    move(at) {
      if (!moving && Math.hypot(at.clientX - event.clientX, at.clientY - event.clientY) < THRESHOLD)
        return;
      moving = true;
      document.body.classList.add("dragging");
      const dock = dockAt(at, id, floating);
      const box = boxAt(at, grip, work, start);
      if (floating && !dock) arrange(layouts.float(layout.peek(), id, box));
      dropHint.value = dock ? dock.box : floating ? null : box;
    },
    end(at) {
      document.body.classList.remove("dragging");
      dropHint.value = null;
      if (!moving) return;
      const dock = dockAt(at, id, floating);
      if (dock) arrange(layouts.tile(layout.peek(), id, dock));
      else arrange(layouts.float(layout.peek(), id, boxAt(at, grip, work, start)));
    },
  });
}

/**
 * Call back for each move of this pointer until it is let go.
 * @param {HTMLElement} element @param {PointerEvent} event
 * @param {{move: (at: PointerEvent) => void, end: (at: PointerEvent) => void}} handlers
 */
export function follow(element, event, { move, end }) {
  try {
    element.setPointerCapture(event.pointerId);
  } catch {
    return; // It was let go before this code was fetched.
  }
  const stop = (/** @type {PointerEvent} */ at) => {
    element.removeEventListener("pointermove", move);
    element.removeEventListener("pointerup", stop);
    element.removeEventListener("pointercancel", stop);
    end(at);
  };
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", stop);
  element.addEventListener("pointercancel", stop);
}

/** @param {PointerEvent} at @param {{x: number, y: number}} grip @param {HTMLElement} work @param {DOMRect} size @returns {Box} */
function boxAt(at, grip, work, size) {
  const area = work.getBoundingClientRect();
  const [w, h] = [Math.min(size.width, 640, area.width), Math.min(size.height, 640, area.height)];
  const x = Math.min(Math.max(at.clientX - area.left - grip.x, 80 - w), area.width - 80);
  const y = Math.min(Math.max(at.clientY - area.top - grip.y, 0), area.height - 40);
  return { x, y, w, h };
}

/**
 * The tile edge under the pointer. A floating window must come closer, so that it can be moved about.
 * @param {PointerEvent} at @param {string} id @param {boolean} floating
 * @returns {Dock & {box: Box} | null}
 */
function dockAt(at, id, floating) {
  const area = document.querySelector(".work")?.getBoundingClientRect();
  const tiles = /** @type {HTMLElement[]} */ ([
    ...document.querySelectorAll(".window:not(.floating)"),
  ]);
  const tile = tiles.find(
    (element) => element.dataset.window !== id && inside(element.getBoundingClientRect(), at),
  );
  if (!tile || !area) return null;
  const rect = tile.getBoundingClientRect();
  const reach = floating ? 32 : Math.min(rect.width, rect.height) * 0.3;
  const gaps = /** @type {[Dock["side"], number][]} */ ([
    ["left", at.clientX - rect.left],
    ["right", rect.right - at.clientX],
    ["top", at.clientY - rect.top],
    ["bottom", rect.bottom - at.clientY],
  ]);
  const [side, gap] = gaps.reduce((best, one) => (one[1] < best[1] ? one : best));
  if (gap > reach) return null;
  return { target: tile.dataset.window ?? "", side, box: half(rect, side, area) };
}

/** @param {DOMRect} rect @param {PointerEvent} at */
const inside = (rect, at) =>
  at.clientX >= rect.left &&
  at.clientX <= rect.right &&
  at.clientY >= rect.top &&
  at.clientY <= rect.bottom;

/** @param {DOMRect} rect @param {Dock["side"]} side @param {DOMRect} area @returns {Box} */
function half(rect, side, area) {
  const across = side === "left" || side === "right";
  const [w, h] = across ? [rect.width / 2, rect.height] : [rect.width, rect.height / 2];
  const x = rect.left - area.left + (side === "right" ? w : 0);
  const y = rect.top - area.top + (side === "bottom" ? h : 0);
  return { x, y, w, h };
}
