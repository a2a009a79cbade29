import { h } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

const SPARE = 6;

/**
 * @typedef {{items: any[], height: number, keyOf: (item: any) => string,
 *   render: (item: any, at: number) => any, label: string, selected: number,
 *   onSelect: (at: number) => void, after?: any, pull?: number, onNearEnd?: () => void}} Props
 *   `onNearEnd` is told when the last rows come near
 */

/**
 * Which rows stand near the viewport, measured again on scroll and on a change of size.
 * @param {{current: HTMLElement | null}} element @param {number} height
 */
function useRange(element, height) {
  const [range, setRange] = useState({ from: 0, to: 30 });
  const measure = () => {
    const { scrollTop = 0, clientHeight = 600 } = element.current ?? {};
    const from = Math.max(0, Math.floor(scrollTop / height) - SPARE);
    const to = Math.ceil((scrollTop + clientHeight) / height) + SPARE;
    setRange((before) => (before.from === from && before.to === to ? before : { from, to }));
  };
  useLayoutEffect(() => {
    if (!element.current) return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [height]);
  return { range, measure };
}

/**
 * Bring a row into view and give it the keyboard.
 * @param {HTMLElement} list @param {number} at @param {number} height
 */
function reveal(list, at, height) {
  const [top, bottom] = [at * height, (at + 1) * height];
  const seen = list.scrollTop + list.clientHeight;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > seen) list.scrollTop = bottom - list.clientHeight;
  const row = list.querySelector("[aria-current=true] [data-row-focus]");
  /** @type {HTMLElement | null} */ (row)?.focus({ preventScroll: true });
}

/**
 * A long list of rows of one height: only those near the viewport are in the page. The list owns
 * its scroll position; the selected row is always mounted, so that it can hold the keyboard, which
 * it takes when `pull` changes.
 * @param {Props} props
 */
export function RowList(props) {
  const { items, height, keyOf, render, label, selected, onSelect, after, pull = 0 } = props;
  const element = useRef(/** @type {HTMLElement | null} */ (null));
  const { range, measure } = useRange(element, height);
  const isNearEnd = items.length > 0 && range.to >= items.length;
  useEffect(() => {
    if (isNearEnd) props.onNearEnd?.();
  }, [isNearEnd, items.length]);
  useLayoutEffect(() => {
    if (pull > 0 && element.current) reveal(element.current, selected, height);
  }, [pull]);
  const shown = items
    .map((item, at) => ({ item, at }))
    .filter(({ at }) => (at >= range.from && at < range.to) || at === selected);
  const row = (/** @type {any} */ item, /** @type {number} */ at) =>
    h(
      "li",
      {
        key: keyOf(item),
        class: "row-list-item",
        style: { top: `${at * height}px`, height: `${height}px` },
        "aria-current": at === selected ? "true" : undefined,
        "aria-posinset": at + 1,
        "aria-setsize": items.length,
        onFocusIn: () => at !== selected && onSelect(at),
      },
      render(item, at),
    );
  const style = { height: `${items.length * height}px` };
  return h(
    "div",
    { class: "row-list", ref: element, onScroll: measure },
    h(
      "ul",
      { class: "row-list-track", style, "aria-label": label },
      shown.map(({ item, at }) => row(item, at)),
    ),
    after,
  );
}
