import { signal } from "@preact/signals";

const narrow = window.matchMedia("(max-width: 640px)");

/** One window at a time, rail at the bottom. */
export const phone = signal(narrow.matches);
narrow.addEventListener("change", () => {
  phone.value = narrow.matches;
});

/** The working area in pixels. */
export const area = signal({ width: window.innerWidth, height: window.innerHeight });

/** @param {HTMLElement} element @returns {() => void} */
export function watchArea(element) {
  const observer = new ResizeObserver(([entry]) => {
    const { width, height } = entry.contentRect;
    area.value = { width, height };
  });
  observer.observe(element);
  return () => observer.disconnect();
}

/** Where a window would land, while it is dragged. @type {import("@preact/signals").Signal<{x: number, y: number, w: number, h: number} | null>} */
export const dropHint = signal(null);

/**
 * Follow a pointer that was put down on an element; the code for it comes after the first paint.
 * @param {PointerEvent} event
 * @param {{move: (at: PointerEvent) => void, end: (at: PointerEvent) => void}} handlers
 */
export function grab(event, handlers) {
  const element = /** @type {HTMLElement} */ (event.currentTarget);
  import("./drag.js").then(({ follow }) => follow(element, event, handlers));
}

/** Whether an on-screen keyboard covers much of a phone; the rail then makes room. */
export const typing = signal(false);

/** Follow what a phone's keyboard leaves of the page; not every browser shrinks the page itself. */
export function followKeyboard() {
  const view = window.visualViewport;
  const root = document.documentElement.style;
  view?.addEventListener("resize", () => {
    typing.value = phone.peek() && view.height < window.screen.height * 0.6;
    if (typing.peek()) root.setProperty("--visible", `${view.height}px`);
    else root.removeProperty("--visible");
  });
}
