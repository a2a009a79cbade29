import { h } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../../core/i18n.js";
import { setParams } from "../../desktop/open.js";
import { IconButton } from "../../ui/button.js";
import { lazy } from "../../ui/lazy.js";

/** @typedef {import("../../types/state").Address} Address */

/**
 * What may stand beside the conversation, by the address's `p`.
 * @type {Record<string, {title: () => string, view: (props: any) => any, wide?: boolean}>}
 */
const PANELS = {
  branches: {
    title: () => t("Branches"),
    view: lazy(() => import("./branches/index.js").then((module) => module.BranchMap)),
  },
  children: {
    title: () => t("Sub-agents"),
    view: lazy(() => import("./children/index.js").then((module) => module.Children)),
  },
  context: {
    title: () => t("Context"),
    view: lazy(() => import("./context/index.js").then((module) => module.Context)),
  },
  usage: {
    title: () => t("Usage"),
    view: lazy(() => import("./usage/index.js").then((module) => module.SessionUsage)),
  },
  compare: {
    title: () => t("Two branches side by side"),
    view: lazy(() => import("./branches/compare.js").then((module) => module.Compare)),
    wide: true,
  },
};

/** The panel that an address asks for. @param {Address} address */
export const panelOf = (address) => PANELS[address.params.p ?? ""] ?? null;

/** Open a panel, or close it when it is open. @param {Address} address @param {string} name */
export const togglePanel = (address, name) =>
  address.params.p === name ? closePanel(address) : setParams(address, { p: name });

/** @param {Address} address */
export const closePanel = (address) => setParams(address, { p: null, l: null, r: null });

/** @param {{address: Address}} props */
export function Panel({ address }) {
  const panel = panelOf(address);
  const element = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => element.current?.focus({ preventScroll: true }), [address.params.p]);
  if (!panel) return null;
  const leave = () => closePanel(address);
  const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.stopPropagation();
    leave();
  };
  return h(
    "aside",
    {
      ref: element,
      class: `side-panel ${panel.wide ? "wide" : ""}`,
      "aria-label": panel.title(),
      tabIndex: -1,
      onKeyDown,
    },
    h(
      "header",
      { class: "side-panel-head" },
      h("h3", null, panel.title()),
      h("span", { class: "grow" }),
      h(IconButton, { icon: "x", label: t("Close {name}", { name: panel.title() }), run: leave }),
    ),
    h(panel.view, { address }),
  );
}
