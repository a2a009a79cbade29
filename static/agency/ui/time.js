import { signal } from "@preact/signals";
import { h } from "preact";
import { exact, relative } from "../core/time.js";

/** The present moment in steps of 20 seconds, for relative times. */
export const now = signal(Date.now());

/** The present moment in steps of a second, running only while something reads it. */
export const second = signal(Date.now(), {
  watched() {
    second.value = Date.now();
    ticking = setInterval(() => {
      if (!document.hidden) second.value = Date.now();
    }, 1000);
  },
  unwatched() {
    clearInterval(ticking);
  },
});
/** @type {ReturnType<typeof setInterval> | undefined} */
let ticking;

const tick = () => {
  if (!document.hidden) now.value = Date.now();
};
setInterval(tick, 20_000);
document.addEventListener("visibilitychange", tick);

/**
 * A relative time with the exact one on hover.
 * @param {{at: string | null | undefined, class?: string}} props
 */
export function Time({ at, class: extra }) {
  if (!at) return h("span", { class: "dim" }, "–");
  return h("time", { dateTime: at, title: exact(at), class: extra }, relative(at, now.value));
}
