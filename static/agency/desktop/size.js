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
