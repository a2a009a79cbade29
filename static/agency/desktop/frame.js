import { Component, h } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { t, tn } from "../core/i18n.js";
import { Icon } from "../ui/icon.js";
import { Menu } from "../ui/menu.js";
import { Empty, Failure, Loading } from "../ui/states.js";
import { allowed, describe, kinds } from "./catalogue.js";
import * as layouts from "./layout.js";
import { addresses, arrange, closeWindow, focused, layout, summons } from "./open.js";
import { phone } from "./size.js";
import { placing } from "./window-commands.js";

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

/** The window's own code, loaded when the first of its kind opens. @param {{address: any, active: boolean, onShown: () => void}} props */
function Content({ address, active, onShown }) {
  const { kind } = address;
  const [view, setView] = useState(() => loaded.get(kind) ?? null);
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
  const shown = loaded.get(kind) ?? view;
  useEffect(() => {
    if (shown && active) onShown();
  }, [shown === null]);
  if (error) return h(Failure, { error, retry: load });
  return shown ? h(Guard, null, h(shown, { address, focused: active })) : h(Loading, null);
}

/**
 * One window: title bar and content.
 * @param {{id: string, floating?: boolean, style?: Record<string, string | number>}} props
 */
export function Frame({ id, floating = false, style }) {
  const element = useRef(/** @type {HTMLElement | null} */ (null));
  const address = addresses.value.get(id);
  const active = focused.value === id;
  useEffect(() => {
    if (active) takeKeyboard(element.current);
  }, [active && summons.value]);
  if (!address) return null;
  const onShown = () => takeKeyboard(element.current);
  const engage = () => {
    if (focused.peek() !== id) arrange(layouts.focus(layout.peek(), id));
  };
  return h(
    "section",
    {
      ref: element,
      class: `window ${active ? "active" : ""} ${floating ? "floating" : ""}`,
      "aria-label": describe(address).title,
      tabIndex: -1,
      "data-window": id,
      style,
      onFocusIn: engage,
      onPointerDown: engage,
    },
    h(TitleBar, { id, address }),
    h(
      "div",
      { class: "window-body" },
      allowed(address.kind)
        ? h(Content, { key: address.kind, address, active, onShown })
        : h(Unknown, null),
    ),
  );
}

const Unknown = () =>
  h(
    Empty,
    { icon: "circle-help", title: t("There is no such window") },
    t("The address names a window that does not exist, or that your role does not open."),
  );

/** @param {{id: string, address: import("../types/state").Address}} props */
function TitleBar({ id, address }) {
  const about = describe(address);
  return h(
    "header",
    {
      class: "window-bar",
      onPointerDown: (/** @type {PointerEvent} */ event) => drag(event, id),
    },
    h(Icon, { name: about.icon, size: 14 }),
    h("h2", { class: "window-title truncate", title: about.title }, about.title),
    h(State, about),
    h("span", { class: "grow" }),
    !phone.value && h(Zoom, { id }),
    !phone.value && h(Menu, { label: t("Arrange window"), items: () => placing(id) }),
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
  );
}

/** @param {PointerEvent} event @param {string} id */
function drag(event, id) {
  const bar = /** @type {HTMLElement} */ (event.currentTarget);
  import("./drag.js").then(({ beginDrag }) => beginDrag(event, bar, id));
}

/** @param {{id: string}} props */
function Zoom({ id }) {
  const zoomed = layout.value.zoomed === id;
  return h(
    "button",
    {
      type: "button",
      class: "icon-button",
      "aria-pressed": String(zoomed),
      "aria-label": t("Fill the desk"),
      title: t("Fill the desk"),
      onClick: () => arrange(layouts.zoom(layout.value, id)),
    },
    h(Icon, { name: zoomed ? "minimize-2" : "maximize-2", size: 14 }),
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
  const now = document.activeElement;
  const isInside = element?.contains(now) && now !== element;
  if (!element || isInside || document.querySelector("dialog[open]")) return;
  const wanted = phone.peek()
    ? null
    : /** @type {HTMLElement | null} */ (element.querySelector("[data-autofocus]"));
  (wanted ?? element).focus({ preventScroll: true });
}
