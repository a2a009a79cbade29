import { h } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

const SPARE = 6;

/**
 * A long list of rows of one height: only those near the viewport are in the page. The list owns its
 * scroll position; the selected row is always mounted, so that it can hold the keyboard.
 *
 * @param {{items: any[], height: number, keyOf: (item: any) => string, render: (item: any, at: number) => any,
 *   label: string, selected: number, onSelect: (at: number) => void, after?: any, pull?: number}} props
 *   `pull` changes when the selected row should take the keyboard
 */
export function RowList({
  items,
  height,
  keyOf,
  render,
  label,
  selected,
  onSelect,
  after,
  pull = 0,
}) {
  const element = useRef(/** @type {HTMLElement | null} */ (null));
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
  useEffect(() => {
    const list = element.current;
    if (pull === 0 || !list) return;
    const [top, bottom] = [selected * height, (selected + 1) * height];
    if (top < list.scrollTop) list.scrollTop = top;
    else if (bottom > list.scrollTop + list.clientHeight)
      list.scrollTop = bottom - list.clientHeight;
    const row = /** @type {HTMLElement | null} */ (
      list.querySelector("[aria-current=true] [data-row-focus]")
    );
    row?.focus({ preventScroll: true });
  }, [pull]);
  const shown = items
    .map((item, at) => ({ item, at }))
    .filter(({ at }) => (at >= range.from && at < range.to) || at === selected);
  return h(
    "div",
    { class: "row-list", ref: element, onScroll: measure },
    h(
      "ul",
      {
        class: "row-list-track",
        style: { height: `${items.length * height}px` },
        "aria-label": label,
      },
      shown.map(({ item, at }) =>
        h(
          "li",
          {
            key: keyOf(item),
            class: "row-list-item",
            style: { top: `${at * height}px`, height: `${height}px` },
            "aria-current": at === selected ? "true" : undefined,
            "aria-posinset": at + 1,
            "aria-setsize": items.length,
            onFocusIn: () => {
              if (at !== selected) onSelect(at);
            },
          },
          render(item, at),
        ),
      ),
    ),
    after,
  );
}
