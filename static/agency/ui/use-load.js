import { useEffect, useRef, useState } from "preact/hooks";
import { asFailure } from "../net/errors.js";

/**
 * A failure with what tells it apart: its status, and the number under which the log has it.
 * @param {any} error
 */
const described = (error) => ({
  ...asFailure(error),
  status: error?.status,
  id: error?.problem?.instance?.replace("urn:uuid:", ""),
});

/**
 * @template T
 * @typedef {{value: T | null, error: any, loading: boolean, reload: () => void, set: (value: T) => void}} Loaded
 */

/**
 * Read something from the server when a window needs it; what was shown stays while it is read again.
 * @template T
 * @param {(signal: AbortSignal) => Promise<T>} read
 * @param {unknown[]} inputs read again when one of these changes
 * @returns {Loaded<T>}
 */
export function useLoad(read, inputs) {
  const [state, setState] = useState({
    value: /** @type {T | null} */ (null),
    error: /** @type {any} */ (null),
    loading: true,
  });
  const [turn, setTurn] = useState(0);
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    const stop = new AbortController();
    setState((before) => ({ ...before, loading: true }));
    latest.current(stop.signal).then(
      (value) => {
        if (!stop.signal.aborted) setState({ value, error: null, loading: false });
      },
      (error) => {
        if (stop.signal.aborted) return;
        setState((before) => ({
          value: before.value,
          error: described(error),
          loading: false,
        }));
      },
    );
    return () => stop.abort();
  }, [...inputs, turn]);
  useRetry(state.error, () => setTurn((before) => before + 1));
  return {
    ...state,
    reload: () => setTurn((before) => before + 1),
    set: (value) => setState({ value, error: null, loading: false }),
  };
}

/** What only the line kept from being read is read when the line is back. @param {any} error @param {() => void} retry */
function useRetry(error, retry) {
  const isCut = error?.code === "unreachable";
  useEffect(() => {
    if (!isCut) return undefined;
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [isCut]);
}
