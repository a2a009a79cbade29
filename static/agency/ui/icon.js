import { h } from "preact";
import { shapes } from "./icon-shapes.js";

/**
 * One Lucide icon. Decorative unless it is given a label.
 * @param {{name: string, size?: number, label?: string, class?: string}} props
 */
export function Icon({ name, size = 16, label, class: extra = "" }) {
  return h(
    "svg",
    {
      class: `icon ${extra}`,
      width: size,
      height: size,
      viewBox: "0 0 24 24",
      role: label ? "img" : undefined,
      "aria-label": label,
      "aria-hidden": label ? undefined : "true",
      focusable: "false",
    },
    (shapes[name] ?? shapes.circle).map(([tag, attributes], at) =>
      h(tag, { ...attributes, key: at }),
    ),
  );
}
