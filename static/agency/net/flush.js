/** Frames wait here for the next paint, then go to the store as one transaction. */

/** A hidden page paints nothing, so its frames go by a timer. */
const HIDDEN_MS = 250;

/**
 * @template T
 * @param {(batch: T[]) => void} deliver
 * @returns {(item: T) => void}
 */
export function perFrame(deliver) {
  /** @type {T[]} */
  let waiting = [];
  let isScheduled = false;

  function flush() {
    isScheduled = false;
    const batch = waiting;
    waiting = [];
    deliver(batch);
  }

  return (item) => {
    waiting.push(item);
    if (isScheduled) return;
    isScheduled = true;
    if (document.hidden) setTimeout(flush, HIDDEN_MS);
    else requestAnimationFrame(flush);
  };
}
