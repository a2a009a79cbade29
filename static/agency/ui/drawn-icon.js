import { h } from "preact";
import { parseIcon } from "../core/svg.js";
import { Icon } from "./icon.js";

/** @typedef {import("../core/svg.js").Shape} Shape */

/** @param {Shape} shape @param {number} at @returns {any} */
const draw = ([name, attributes, children], at) =>
  h(name, { ...attributes, key: at }, children.map(draw));

/**
 * An icon that a model drew, built element by element; the named one where it drew none.
 * @param {{svg: string | null | undefined, fallback: string, size?: number}} props
 */
export function DrawnIcon({ svg, fallback, size = 16 }) {
  const icon = parseIcon(svg);
  if (!icon) return h(Icon, { name: fallback, size });
  const [, { xmlns, ...looks }, shapes] = icon;
  const frame = { width: size, height: size, focusable: "false" };
  return h(
    "span",
    { class: "drawn-icon", "aria-hidden": "true" },
    h("svg", { ...looks, ...frame }, shapes.map(draw)),
  );
}
