/**
 * The one rule of durable events: apply the next, ignore the seen, hold what comes after a hole.
 *
 * A held frame waits until the missing ones arrive (the socket's replay) or a snapshot with a later
 * cursor replaces the state; either way `release` then applies what follows.
 */

/** @typedef {import("../types/api").Frame} Frame */

/** Past this many held frames a snapshot is cheaper than the replay. */
export const HOLD_LIMIT = 500;

/**
 * @template {import("../types/state").Sequenced} S
 * @param {(state: S, frame: Frame) => S} apply folds the content; knows nothing of order
 * @returns {(state: S, frame: Frame) => S}
 */
export function sequenced(apply) {
  return (state, frame) => {
    const seq = /** @type {number} */ (frame.seq);
    if (seq <= state.seq) return state;
    if ((frame.from_seq ?? seq) > state.seq + 1) return hold(state, frame);
    return release({ ...apply(state, frame), seq }, apply);
  };
}

/**
 * Apply the held frames that now follow; drop those that a newer state already includes.
 * @template {import("../types/state").Sequenced} S
 * @param {S} state
 * @param {(state: S, frame: Frame) => S} apply
 * @returns {S}
 */
export function release(state, apply) {
  if (state.held.length === 0) return state.stale ? { ...state, stale: false } : state;
  let next = state;
  const left = [];
  for (const frame of state.held) {
    const seq = /** @type {number} */ (frame.seq);
    if (seq <= next.seq) continue;
    if ((frame.from_seq ?? seq) > next.seq + 1) left.push(frame);
    else next = { ...apply(next, frame), seq };
  }
  return { ...next, held: left, stale: left.length > 0 };
}

/**
 * @template {import("../types/state").Sequenced} S
 * @param {S} state
 * @param {Frame} frame
 * @returns {S}
 */
function hold(state, frame) {
  const seq = /** @type {number} */ (frame.seq);
  if (state.held.some((other) => other.seq === seq)) return state;
  const held = [...state.held, frame].sort((a, b) => Number(a.seq) - Number(b.seq));
  return { ...state, stale: true, held: held.slice(-HOLD_LIMIT) };
}
