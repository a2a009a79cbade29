import { h } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Icon } from "./icon.js";

/**
 * @typedef {{label: string, icon?: string, run?: () => void, danger?: boolean, checked?: boolean,
 *   disabled?: boolean, hint?: string, separator?: boolean}} MenuItem
 */

/**
 * A button that opens a list of commands; arrows, Home, End, letters and Escape work.
 * @param {{label: string, icon?: string, text?: any, items: MenuItem[] | (() => MenuItem[]),
 *   class?: string, align?: "start" | "end"}} props
 */
export function Menu({ label, icon = "ellipsis", text, items, class: extra, align = "end" }) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return h(
    "span",
    { class: "menu-anchor" },
    h(
      "button",
      {
        ref: button,
        type: "button",
        class: extra ?? (text ? "button quiet" : "icon-button"),
        "aria-label": text ? undefined : label,
        title: label,
        "aria-haspopup": "menu",
        "aria-expanded": String(open),
        "aria-controls": open ? id : undefined,
        onClick: () => setOpen(!open),
        onKeyDown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key === "ArrowDown" && !open) {
            event.preventDefault();
            setOpen(true);
          }
        },
      },
      text ?? h(Icon, { name: icon }),
      text && h(Icon, { name: "chevron-down", size: 14 }),
    ),
    open &&
      h(MenuList, {
        id,
        label,
        items: typeof items === "function" ? items() : items,
        close,
        align,
        anchor: button,
      }),
  );
}

/** @param {{id: string, label: string, items: MenuItem[], close: () => void, align: string, anchor: {current: HTMLElement | null}}} props */
function MenuList({ id, label, items, close, align, anchor }) {
  const list = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    element.showPopover();
    place(element, anchor.current, align);
    /** @type {HTMLElement | null} */ (
      element.querySelector("[role^=menuitem]:not(:disabled)")
    )?.focus();
    const outside = (/** @type {Event} */ event) => {
      const target = /** @type {Node} */ (event.target);
      if (!element.contains(target) && !anchor.current?.contains(target)) close();
    };
    document.addEventListener("pointerdown", outside, true);
    window.addEventListener("resize", close);
    return () => {
      document.removeEventListener("pointerdown", outside, true);
      window.removeEventListener("resize", close);
    };
  }, []);
  return h(
    "div",
    {
      ref: list,
      id,
      class: "menu",
      role: "menu",
      "aria-label": label,
      popover: "manual",
      onKeyDown: (/** @type {KeyboardEvent} */ event) => menuKey(event, list.current, close),
    },
    items.map((item, at) => h(Entry, { key: at, item, close })),
  );
}

/** @param {{item: MenuItem, close: () => void}} props */
function Entry({ item, close }) {
  if (item.separator) return h("hr", { role: "separator" });
  const ticks = item.checked !== undefined;
  const icon = item.checked ? "check" : item.icon;
  const choose = () => {
    close();
    item.run?.();
  };
  return h(
    "button",
    {
      type: "button",
      role: ticks ? "menuitemcheckbox" : "menuitem",
      "aria-checked": ticks ? String(item.checked) : undefined,
      class: `menu-item ${item.danger ? "danger" : ""}`,
      disabled: item.disabled,
      tabIndex: -1,
      onClick: choose,
    },
    h(Icon, { name: icon ?? "circle", class: icon ? "" : "blank" }),
    h("span", { class: "grow" }, item.label),
    item.hint && h("kbd", null, item.hint),
  );
}

/**
 * Keep the popover inside the viewport, under (or above) its button.
 * @param {HTMLElement} element @param {HTMLElement | null} anchor @param {string} align
 */
function place(element, anchor, align) {
  const at = anchor?.getBoundingClientRect();
  if (!at) return;
  const { offsetWidth: width, offsetHeight: height } = element;
  const wanted = align === "end" ? at.right - width : at.left;
  const below = at.bottom + 4 + height <= innerHeight;
  element.style.left = `${Math.max(8, Math.min(wanted, innerWidth - width - 8))}px`;
  element.style.top = `${below ? at.bottom + 4 : Math.max(8, at.top - height - 4)}px`;
}

/** @param {KeyboardEvent} event @param {HTMLElement | null} list @param {() => void} close */
function menuKey(event, list, close) {
  event.stopPropagation();
  const entries = /** @type {HTMLElement[]} */ ([
    ...(list?.querySelectorAll("[role^=menuitem]:not(:disabled)") ?? []),
  ]);
  const at = entries.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const go = (/** @type {number} */ to) => {
    event.preventDefault();
    entries[(to + entries.length) % entries.length]?.focus();
  };
  if (event.key === "ArrowDown") go(at + 1);
  else if (event.key === "ArrowUp") go(at - 1);
  else if (event.key === "Home") go(0);
  else if (event.key === "End") go(entries.length - 1);
  else if (event.key === "Escape" || event.key === "Tab") {
    event.preventDefault();
    close();
  } else if (event.key.length === 1) {
    const letter = event.key.toLowerCase();
    const next = [...entries.slice(at + 1), ...entries].find((entry) =>
      entry.textContent?.trim().toLowerCase().startsWith(letter),
    );
    next?.focus();
  }
}
