/**
 * Messages this page sent: sending → sent → gone once the server shows them, or failed with a reason.
 *
 * Pure: each function takes the list and returns the next one. The client's id is the idempotency
 * key, so sending again is always safe. `keep` and `restore` carry the list over a reload.
 */

/**
 * @typedef {import("../types/state").OutboxItem} OutboxItem
 * @typedef {{code: string, title: string, detail?: string}} Failure
 */

/** After this long without an answer on a live connection a send has failed. */
export const ANSWER_WITHIN_MS = 15_000;

/** Bytes of one item that are still worth keeping over a reload. */
const KEEP_LIMIT = 1_000_000;

/**
 * @param {OutboxItem[]} items
 * @param {Pick<OutboxItem, "id" | "sessionId" | "text"> & Partial<OutboxItem>} item
 * @param {number} now
 * @returns {OutboxItem[]}
 */
export function enqueue(items, item, now) {
  if (items.some((other) => other.id === item.id)) return items;
  const base = {
    images: [],
    options: {},
    state: /** @type {const} */ ("sending"),
    error: null,
    tries: 1,
  };
  return [...items, { ...base, at: now, ...item }];
}

/**
 * @param {OutboxItem[]} items
 * @param {string} id
 * @param {Partial<OutboxItem>} change
 * @returns {OutboxItem[]}
 */
const change = (items, id, change) =>
  items.some((item) => item.id === id)
    ? items.map((item) => (item.id === id ? { ...item, ...change } : item))
    : items;

/** @param {OutboxItem[]} items @param {string} id */
export const acknowledge = (items, id) => change(items, id, { state: "sent", error: null });

/** @param {OutboxItem[]} items @param {string} id @param {Failure} error */
export const fail = (items, id, error) => change(items, id, { state: "failed", error });

/**
 * @param {OutboxItem[]} items
 * @param {string} id
 * @param {number} now
 */
export function retry(items, id, now) {
  const item = items.find((other) => other.id === id);
  if (!item) return items;
  return change(items, id, { state: "sending", error: null, at: now, tries: item.tries + 1 });
}

/**
 * Take an item out: it was shown, withdrawn, or is edited in the composer again.
 * @param {OutboxItem[]} items
 * @param {string} id
 */
export function remove(items, id) {
  return items.some((item) => item.id === id) ? items.filter((item) => item.id !== id) : items;
}

/**
 * Drop what the session now shows, as a message of the path or in its queue.
 * @param {OutboxItem[]} items
 * @param {import("../types/state").SessionState} state
 */
export function settle(items, state) {
  if (!items.some((item) => item.sessionId === state.id)) return items;
  const shown = new Set([...state.messages, ...state.queue].map((entry) => entry.id));
  const left = items.filter((item) => !shown.has(item.id));
  return left.length === items.length ? items : left;
}

/**
 * What waits unanswered for too long fails, so that no spinner is endless.
 * @param {OutboxItem[]} items
 * @param {number} now
 * @param {Failure} error
 */
export function expire(items, now, error) {
  return items
    .filter((item) => item.state === "sending" && now - item.at > ANSWER_WITHIN_MS)
    .reduce((list, item) => fail(list, item.id, error), items);
}

/**
 * Unanswered sends get a new deadline: the connection came back and they go out again.
 * @param {OutboxItem[]} items
 * @param {number} now
 */
export const renew = (items, now) =>
  items.map((item) =>
    item.state === "sending" ? { ...item, at: now, tries: item.tries + 1 } : item,
  );

/** @param {OutboxItem[]} items */
export const unanswered = (items) => items.filter((item) => item.state === "sending");

/**
 * @param {OutboxItem[]} items
 * @param {string} sessionId
 */
export const ofSession = (items, sessionId) => items.filter((item) => item.sessionId === sessionId);

/**
 * @param {OutboxItem} item
 * @returns {string} without the images when they are too large to keep
 */
export function keep(item) {
  const whole = JSON.stringify(item);
  if (whole.length <= KEEP_LIMIT) return whole;
  return JSON.stringify({
    ...item,
    images: [],
    options: { ...item.options, images_lost: item.images.length },
  });
}

/**
 * @param {string[]} texts what `keep` made
 * @param {Failure} lost the reason shown for an item whose images did not survive
 * @returns {OutboxItem[]} oldest first
 */
export function restore(texts, lost) {
  const items = texts.flatMap((text) => {
    try {
      const item = JSON.parse(text);
      return item && typeof item.id === "string" && typeof item.text === "string" ? [item] : [];
    } catch {
      return [];
    }
  });
  return items
    .map((item) => (item.options?.images_lost ? { ...item, state: "failed", error: lost } : item))
    .sort((a, b) => a.at - b.at);
}
