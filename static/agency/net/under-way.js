/**
 * A request with the same key is still being answered, or the process that answered it died: the
 * same request, sent again, gets the first one's result. Nothing is done twice.
 */
import { backoff } from "./backoff.js";
import { ApiError } from "./errors.js";

/** The server forgets an abandoned request well within this. */
export const UNDER_WAY_MS = 90_000;

/** @param {number} ms */
const pause = (ms) => new Promise((go) => setTimeout(go, ms));

/**
 * @template T
 * @param {() => Promise<T>} send the same request each time
 * @param {{again?: () => void, now?: () => number, wait?: (ms: number) => Promise<unknown>}} [how]
 *   `again` is told of each further try
 * @returns {Promise<T>}
 */
export async function whileUnderWay(send, { again, now = Date.now, wait = pause } = {}) {
  const until = now() + UNDER_WAY_MS;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "in_progress" || now() >= until)
        throw error;
    }
    await wait(backoff(attempt));
    again?.();
  }
}
