import { h } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../core/i18n.js";
import { Icon } from "../ui/icon.js";
import { Empty } from "../ui/states.js";
import { describe } from "./catalogue.js";
import { Frame } from "./frame.js";
import { place } from "./geometry.js";
import * as layouts from "./layout.js";
import { addresses, arrange, layout, openWindow } from "./open.js";
import { area, dropHint, grab, phone, watchArea } from "./size.js";

const GUTTER = 8;

/** The working area: tiles, what floats over them, and the shelf of what does not fit. */
export function WindowManager() {
  const element = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => (element.current ? watchArea(element.current) : undefined), []);
  const now = layout.value;
  const shown = layouts.visible(now, layouts.capacity(area.value.width, GUTTER), phone.value);
  const { tiles, borders } = place(shown.columns, now.rows, area.value, GUTTER);
  return h(
    "main",
    { class: "work-wrap", id: "work", tabIndex: -1 },
    h("h1", { class: "visually-hidden" }, "Agency"),
    shown.shelf.length > 0 && !phone.value && h(Shelf, { keys: shown.shelf }),
    h(
      "div",
      { class: "work", ref: element },
      now.recent.length === 0 && h(Nothing, null),
      [
        ...tiles.map(({ key, box }) => h(Frame, { key, id: key, style: css(box) })),
        ...shown.floats.map((key) =>
          h(Frame, {
            key,
            id: key,
            floating: true,
            style: { ...css(now.floats[key]), zIndex: 10 + now.recent.indexOf(key) },
          }),
        ),
      ],
      borders.map((border) => h(Splitter, { key: `${border.before}|${border.after}`, border })),
      shown.floats.map((key) =>
        h(Corner, { key, id: key, pose: now.floats[key], order: 10 + now.recent.indexOf(key) }),
      ),
      dropHint.value && h("div", { class: "drop-hint", style: css(dropHint.value) }),
    ),
  );
}

/** @param {layouts.Pose} pose */
const css = (pose) => ({
  left: `${pose.x}px`,
  top: `${pose.y}px`,
  width: `${pose.w}px`,
  height: `${pose.h}px`,
});

function Nothing() {
  const open = h(
    "button",
    { type: "button", class: "button primary", onClick: () => openWindow("desk") },
    t("Open the desk"),
  );
  return h(
    Empty,
    { icon: "layout-dashboard", title: t("Nothing is open"), action: open },
    t("Choose from the rail, or press Ctrl K to go anywhere."),
  );
}

/** The border between two tiles; arrows move it too. @param {{border: import("./geometry.js").Border}} props */
function Splitter({ border }) {
  const { vertical, before, after, span, share } = border;
  const resize = (/** @type {number} */ by) => {
    const move = vertical ? layouts.resizeColumns : layouts.resizeRows;
    arrange(move(layout.peek(), before, after, by));
  };
  const drag = (/** @type {PointerEvent} */ event) => {
    let last = vertical ? event.clientX : event.clientY;
    const move = (/** @type {PointerEvent} */ at) => {
      const next = vertical ? at.clientX : at.clientY;
      resize((next - last) / span);
      last = next;
    };
    grab(event, { move, end: () => undefined });
  };
  const steps = /** @type {Record<string, number>} */ (
    vertical ? { ArrowLeft: -0.03, ArrowRight: 0.03 } : { ArrowUp: -0.03, ArrowDown: 0.03 }
  );
  return h("div", {
    class: `splitter ${vertical ? "vertical" : ""}`,
    style: css(border.box),
    role: "separator",
    tabIndex: 0,
    "aria-orientation": vertical ? "vertical" : "horizontal",
    "aria-label": t("Border between windows"),
    "aria-valuenow": share,
    "aria-valuemin": 0,
    "aria-valuemax": 100,
    onPointerDown: drag,
    onKeyDown: (/** @type {KeyboardEvent} */ event) => {
      if (!(event.key in steps)) return;
      event.preventDefault();
      resize(steps[event.key]);
    },
  });
}

/** The corner that resizes a floating window; the keyboard has `w +` and `w -`. @param {{id: string, pose: layouts.Pose, order: number}} props */
function Corner({ id, pose, order }) {
  const drag = (/** @type {PointerEvent} */ event) => {
    const grow = (/** @type {PointerEvent} */ at) =>
      arrange(
        layouts.float(layout.peek(), id, {
          ...pose,
          w: Math.max(300, pose.w + at.clientX - event.clientX),
          h: Math.max(180, pose.h + at.clientY - event.clientY),
        }),
      );
    grab(event, { move: grow, end: () => undefined });
  };
  const style = {
    left: `${pose.x + pose.w - 14}px`,
    top: `${pose.y + pose.h - 14}px`,
    zIndex: order,
  };
  return h("span", { class: "float-corner", style, onPointerDown: drag, "aria-hidden": "true" });
}

/** Open windows that the width does not hold. @param {{keys: string[]}} props */
function Shelf({ keys }) {
  return h(
    "nav",
    { class: "shelf", "aria-label": t("More open windows") },
    keys.toReversed().map((key) => {
      const address = addresses.value.get(key);
      if (!address) return null;
      const about = describe(address);
      return h(
        "button",
        {
          key,
          type: "button",
          class: `chip ${about.waiting ? "waiting" : ""}`,
          onClick: () => openWindow(address),
        },
        h(Icon, { name: about.icon, size: 12 }),
        h("span", { class: "truncate" }, about.title),
      );
    }),
  );
}
