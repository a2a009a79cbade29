import { Component, h } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { t, tn } from "../core/i18n.js";
import { Icon } from "../ui/icon.js";
import { Menu } from "../ui/menu.js";
import { Empty, Failure, Loading } from "../ui/states.js";
import { allowed, describe, kinds } from "./catalogue.js";
import { beginDrag } from "./drag.js";
import * as layouts from "./layout.js";
import { addresses, arrange, closeWindow, focused, layout, summons } from "./open.js";
import { phone } from "./size.js";

/** A window's failure stays inside the window. */
class Guard extends Component {
  state = { error: null };

  static getDerivedStateFromError(/** @type {any} */ error) {
    return { error };
  }

  render() {
    const { error } = /** @type {any} */ (this.state);
    if (!error) return /** @type {any} */ (this.props).children;
    const retry = () => this.setState({ error: null });
    return h(Failure, { error, retry, title: t("This window stopped working") });
  }
}

/** @type {Map<string, any>} */
const loaded = new Map();

/** The window's own code, loaded when the first of its kind opens. @param {{address: any, active: boolean}} props */
function Content({ address, active }) {
  const { kind } = address;
  const [view, setView] = useState(loaded.get(kind) ?? null);
  const [error, setError] = useState(/** @type {any} */ (null));
  const load = () => {
    setError(null);
    kinds[kind].load().then(
      (module) => {
        loaded.set(kind, module.default);
        setView(() => module.default);
      },
      () =>
        setError({
          code: "offline",
          title: t("This window could not be fetched"),
          detail: t("The server did not send its code. Check the connection, then try again."),
        }),
    );
  };
  useEffect(() => {
    if (!loaded.has(kind)) load();
  }, [kind]);
  if (error) return h(Failure, { error, retry: load });
  const shown = loaded.get(kind) ?? view;
  return shown ? h(Guard, null, h(shown, { address, focused: active })) : h(Loading, null);
}

/** One window: title bar, menu and content. @param {{id: string, floating?: boolean, style?: Record<string, string | number>}} props */
export function Frame({ id, floating = false, style }) {
  const element = useRef(/** @type {HTMLElement | null} */ (null));
  const address = addresses.value.get(id);
  const active = focused.value === id;
  useEffect(() => {
    if (active) takeKeyboard(element.current);
  }, [active && summons.value]);
  if (!address) return null;
  const about = describe(address);
  const engage = () => {
    if (focused.peek() !== id) arrange(layouts.focus(layout.peek(), id));
  };
  return h(
    "section",
    {
      ref: element,
      class: `window ${active ? "active" : ""} ${floating ? "floating" : ""}`,
      "aria-label": about.title,
      tabIndex: -1,
      "data-window": id,
      style,
      onFocusIn: engage,
      onPointerDown: engage,
    },
    h(
      "header",
      {
        class: "window-bar",
        onPointerDown: (/** @type {PointerEvent} */ event) => beginDrag(event, id),
      },
      h(Icon, { name: about.icon, size: 14 }),
      h("h2", { class: "window-title truncate", title: about.title }, about.title),
      h(State, about),
      h("span", { class: "grow" }),
      !phone.value &&
        h(
          "button",
          {
            type: "button",
            class: "icon-button",
            "aria-pressed": String(layout.value.zoomed === id),
            "aria-label": t("Fill the desk"),
            title: t("Fill the desk"),
            onClick: () => arrange(layouts.zoom(layout.value, id)),
          },
          h(Icon, { name: layout.value.zoomed === id ? "minimize-2" : "maximize-2", size: 14 }),
        ),
      !phone.value &&
        h(Menu, {
          label: t("Arrange window"),
          icon: "ellipsis",
          items: () => placing(id, element.current),
        }),
      h(
        "button",
        {
          type: "button",
          class: "icon-button",
          "aria-label": t("Close window"),
          title: t("Close window"),
          onClick: () => closeWindow(id),
        },
        h(Icon, { name: "x" }),
      ),
    ),
    h(
      "div",
      { class: "window-body" },
      allowed(address.kind)
        ? h(Content, { key: address.kind, address, active })
        : h(
            Empty,
            { icon: "circle-help", title: t("There is no such window") },
            t("The address names a window that does not exist, or that your role does not open."),
          ),
    ),
  );
}

/** @param {{status?: string, waiting?: number}} props */
function State({ status, waiting }) {
  if (waiting)
    return h(
      "span",
      { class: "chip waiting" },
      tn("{count} waits for you", "{count} wait for you", waiting),
    );
  if (status === "running" || status === "queued")
    return h("span", { class: "dot working", title: t("Working") });
  if (status === "failed") return h("span", { class: "chip failed" }, t("failed"));
  return null;
}

/** @param {HTMLElement | null} element */
function takeKeyboard(element) {
  if (
    !element ||
    element.contains(document.activeElement) ||
    document.querySelector("dialog[open]")
  )
    return;
  const wanted = phone.peek()
    ? null
    : /** @type {HTMLElement | null} */ (element.querySelector("[data-autofocus]"));
  (wanted ?? element).focus({ preventScroll: true });
}

/** @param {string} id @param {HTMLElement | null} element @returns {import("../ui/menu.js").MenuItem[]} */
export function placing(id, element) {
  const now = layout.value;
  const floating = id in now.floats;
  const go = (/** @type {layouts.Layout} */ next) => () => arrange(next);
  return [
    {
      label: t("Move left"),
      icon: "arrow-left",
      hint: "w ⇧←",
      disabled: floating,
      run: go(layouts.move(now, id, "left")),
    },
    {
      label: t("Move right"),
      icon: "arrow-right",
      hint: "w ⇧→",
      disabled: floating,
      run: go(layouts.move(now, id, "right")),
    },
    {
      label: t("Stack with neighbour"),
      icon: "rows-2",
      hint: "w s",
      disabled: floating,
      run: go(layouts.stack(now, id)),
    },
    floating
      ? { label: t("Tile"), icon: "columns-2", hint: "w f", run: go(layouts.tile(now, id)) }
      : {
          label: t("Float"),
          icon: "picture-in-picture-2",
          hint: "w f",
          run: () => arrange(layouts.float(now, id, poseOf(element))),
        },
    { separator: true, label: "" },
    {
      label: t("Close the others"),
      icon: "x",
      disabled: now.recent.length < 2,
      run: go(now.recent.filter((key) => key !== id).reduce(layouts.close, now)),
    },
  ];
}

/** Where a tile would float: a little inside of where it stands. @param {HTMLElement | null} element @returns {layouts.Pose} */
export function poseOf(element) {
  const area = document.querySelector(".work")?.getBoundingClientRect() ?? {
    left: 0,
    top: 0,
    width: 800,
    height: 600,
  };
  const rect =
    element?.getBoundingClientRect() ?? new DOMRect(area.left + 80, area.top + 80, 560, 480);
  const [w, h] = [Math.min(rect.width, 640), Math.min(rect.height * 0.8, 640)];
  return { x: rect.left - area.left + 24, y: rect.top - area.top + 24, w, h };
}
