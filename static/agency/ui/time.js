import { signal } from "@preact/signals";
import { h } from "preact";
import { t } from "../core/i18n.js";
import { duration, exact, relative, toMs } from "../core/time.js";

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

/**
 * How long until a deadline, in whole minutes until the last one.
 * @param {{at: string, class?: string}} props
 */
export function Until({ at, class: extra }) {
  const left = (toMs(at) - now.value) / 1000;
  const whole = left > 90 ? Math.round(left / 60) * 60 : Math.round(left);
  const words =
    left > 90
      ? t("{n} min left", { n: whole / 60 })
      : t("{time} left", { time: duration(Math.max(0, whole)) });
  return h("time", { dateTime: at, title: exact(at), class: extra }, words);
}
