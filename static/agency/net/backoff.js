/** Delays between tries: doubling, capped, spread so that clients do not return all at once. */

export const FIRST_MS = 400;
export const CAP_MS = 20_000;

/**
 * @param {number} attempt 0 for the first try
 * @param {() => number} [random] in [0, 1)
 * @returns {number} milliseconds
 */
export function backoff(attempt, random = Math.random) {
  const whole = Math.min(CAP_MS, FIRST_MS * 2 ** Math.min(attempt, 16));
  return Math.round(whole * (0.5 + random() / 2));
}
