import { useEffect, useRef } from "preact/hooks";
import { isTyping, prefix } from "./keys.js";

/**
 * Single keys for the focused window. The second key of a pair is never taken from the desk.
 * @param {boolean} active
 * @param {Record<string, (event: KeyboardEvent) => void>} keys
 */
export function useKeys(active, keys) {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    if (!active) return undefined;
    const onKey = (/** @type {KeyboardEvent} */ event) => {
      const act = Object.hasOwn(current.current, event.key) ? current.current[event.key] : null;
      const taken =
        event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || prefix.peek();
      if (!act || taken || isTyping(event.target) || document.querySelector("dialog[open], .menu"))
        return;
      const onButton =
        event.target instanceof HTMLElement && event.target.closest("button, a, summary");
      if (event.key === "Enter" && onButton) return;
      event.preventDefault();
      act(event);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [active]);
}
