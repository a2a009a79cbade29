import { h } from "preact";
import { useEffect, useLayoutEffect, useReducer, useRef } from "preact/hooks";
import { Scroller } from "./scroller.js";

/**
 * A long list of which only the rows near the viewport are mounted. One controller owns the mounted
 * range, the spacers and the scroll position.
 *
 * @param {{rows: {key: string}[], renderRow: (row: any, at: number) => any, label: string,
 *   anchorKey?: string | null, busy?: boolean, total?: number, onNearTop?: () => void,
 *   onFollow?: (isFollowing: boolean) => void, control?: {current: Scroller | null},
 *   before?: any}} props `before` stands above the rows and is always mounted
 */
export function VirtualList(props) {
  const { rows, renderRow, label, anchorKey = null, busy = false } = props;
  const [, redraw] = useReducer((/** @type {number} */ count) => count + 1, 0);
  const element = useRef(/** @type {HTMLDivElement | null} */ (null));
  const held = useRef(/** @type {Scroller | null} */ (null));
  held.current ??= new Scroller(() => redraw(undefined));
  const scroller = held.current;
  scroller.onNearTop = props.onNearTop;
  scroller.onFollow = props.onFollow;
  if (props.control) props.control.current = scroller;
  const { from, to } = scroller.plan(
    rows.map((row) => row.key),
    anchorKey,
  );

  useLayoutEffect(() => {
    if (!element.current) return undefined;
    scroller.attach(element.current);
    return () => scroller.detach();
  }, []);
  useLayoutEffect(() => scroller.settle());
  useEffect(() => scroller.checkTop());

  return h(
    "div",
    {
      ref: element,
      class: "transcript",
      role: "feed",
      tabIndex: 0,
      "aria-label": label,
      "aria-busy": String(busy),
    },
    props.before,
    h("div", { class: "spacer", "data-spacer": "top", "aria-hidden": "true" }),
    rows
      .slice(from, to)
      .map((row, at) =>
        slot(row, from + at, props.total ?? rows.length, renderRow(row, from + at)),
      ),
    h("div", { class: "spacer", "data-spacer": "bottom", "aria-hidden": "true" }),
  );
}

/**
 * @param {{key: string}} row
 * @param {number} at
 * @param {number} total
 * @param {any} content
 */
const slot = (row, at, total, content) =>
  h(
    "article",
    {
      key: row.key,
      class: "row-slot",
      "data-row": row.key,
      tabIndex: -1,
      "aria-posinset": at + 1,
      "aria-setsize": total,
    },
    content,
  );
