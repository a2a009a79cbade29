import { useEffect, useRef } from "preact/hooks";
import { store } from "../core/store.js";

const SETTLE_MS = 1_000;

/**
 * Read again soon after something happened that changes what was read.
 * @param {(frame: import("../types/api").Frame) => boolean} isNews
 * @param {() => void} reload
 */
export function useFresh(isNews, reload) {
  const latest = useRef({ isNews, reload });
  latest.current = { isNews, reload };
  useEffect(() => {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let soon;
    const stop = store.listen((frame) => {
      if (soon !== undefined || !latest.current.isNews(frame)) return;
      soon = setTimeout(() => {
        soon = undefined;
        latest.current.reload();
      }, SETTLE_MS);
    });
    return () => {
      clearTimeout(soon);
      stop();
    };
  }, []);
}
