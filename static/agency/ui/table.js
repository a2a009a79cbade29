import { h } from "preact";

/**
 * A table that scrolls sideways where it is wider than its window.
 * @param {{heads: (string | {label: any, num?: boolean})[], label?: string, dense?: boolean,
 *   fills?: boolean, actions?: string, children?: any}} props `children` are the rows of its body;
 *   `fills` lets it scroll inside the window; `actions` names a last column without a head
 */
export function Table({ heads, label, dense = false, fills = false, actions, children }) {
  const cells = heads.map((head) => (typeof head === "string" ? { label: head } : head));
  return h(
    "div",
    {
      class: `table-wrap ${fills ? "scroll" : ""}`,
      tabIndex: label ? 0 : undefined,
      role: label ? "region" : undefined,
      "aria-label": label,
    },
    h(
      "table",
      { class: `table ${dense ? "dense" : ""}` },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          cells.map(({ label: text, num }, at) =>
            h("th", { key: at, scope: "col", class: num ? "num" : undefined }, text),
          ),
          actions && h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, actions)),
        ),
      ),
      h("tbody", null, children),
    ),
  );
}
