import { useEffect, useState } from "preact/hooks";
import { useKeys } from "./use-keys.js";

/**
 * The selected row of a list, and the keys that move it. `pull` rises when the row should take the
 * keyboard.
 * @param {number} count @param {boolean} focused whether the window has the keyboard
 * @param {{open: (at: number) => void, atEnd?: () => void,
 *   keys?: (at: number) => Record<string, (event: KeyboardEvent) => void>}} acts `atEnd` is asked for
 *   more rows when there is no next one
 */
export function useWalk(count, focused, { open, atEnd, keys }) {
  const [at, setAt] = useState(0);
  const [pull, setPull] = useState(0);
  useEffect(() => {
    if (at >= count) setAt(Math.max(0, count - 1));
  }, [count]);
  const go = (/** @type {number} */ by) => () => {
    if (at + by >= count) atEnd?.();
    setAt(Math.max(0, Math.min(at + by, count - 1)));
    setPull(pull + 1);
  };
  const enter = () => open(at);
  const moves = { j: go(1), ArrowDown: go(1), k: go(-1), ArrowUp: go(-1), Enter: enter };
  useKeys(focused, { ...moves, ...keys?.(at) });
  return { at, setAt, pull, go };
}
