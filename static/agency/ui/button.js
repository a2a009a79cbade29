import { h } from "preact";
import { Icon } from "./icon.js";

/**
 * A button with words, and perhaps an icon before them.
 * @param {{run?: () => void, icon?: string, kind?: string, small?: boolean, children?: any,
 *   [attribute: string]: any}} props `kind` is "primary", "danger", "quiet" or nothing
 */
export function Button({ run, icon, kind = "", small = false, children, ...rest }) {
  return h(
    "button",
    {
      type: "button",
      class: `button ${kind} ${small ? "small" : ""}`,
      onClick: run && (() => run()),
      ...rest,
    },
    icon && h(Icon, { name: icon, size: small ? 14 : 16 }),
    children,
  );
}

/**
 * A button that is only an icon; its label is what it is called.
 * @param {{icon: string, label: string, run: () => void, size?: number, [attribute: string]: any}} props
 */
export function IconButton({ icon, label, run, size = 16, ...rest }) {
  return h(
    "button",
    {
      type: "button",
      class: "icon-button",
      "aria-label": label,
      title: label,
      onClick: () => run(),
      ...rest,
    },
    h(Icon, { name: icon, size }),
  );
}
