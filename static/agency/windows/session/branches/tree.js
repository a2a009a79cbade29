import { h } from "preact";
import { useRef, useState } from "preact/hooks";
import { flatten } from "../../../core/branch-tree.js";
import { t } from "../../../core/i18n.js";
import { Item } from "./item.js";

/**
 * @typedef {import("../../../core/branch-tree.js").Node} Node
 * @typedef {{address: import("../../../types/state").Address, activeId: string | null,
 *   onPath: Set<string>, folded: Set<string>, current: string, setCurrent: (id: string) => void,
 *   fold: (id: string, on: boolean) => void}} Shared
 */

/**
 * Arrows walk the branches, left and right fold and unfold, letters find.
 * @param {{nodes: Node[], address: import("../../../types/state").Address, activeId: string | null,
 *   onPath: Set<string>}} props
 */
export function Tree({ nodes, address, activeId, onPath }) {
  const element = useRef(/** @type {HTMLElement | null} */ (null));
  const [folded, setFolded] = useState(/** @type {Set<string>} */ (new Set()));
  const [wanted, setCurrent] = useState(activeId ?? "");
  const list = flatten(nodes, folded);
  const current = list.some((one) => one.branch.id === wanted) ? wanted : list[0]?.branch.id;
  const fold = (/** @type {string} */ id, /** @type {boolean} */ on) => {
    const next = new Set(folded);
    if (on) next.add(id);
    else next.delete(id);
    setFolded(next);
  };
  const go = (/** @type {string | undefined} */ id) => {
    if (!id) return;
    setCurrent(id);
    const item = element.current?.querySelector(`[data-branch="${CSS.escape(id)}"]`);
    /** @type {HTMLElement | null | undefined} */ (item)?.focus();
  };
  const shared = { address, activeId, onPath, folded, current, setCurrent, fold };
  return h(
    "ul",
    {
      ref: element,
      class: "branch-tree",
      role: "tree",
      "aria-label": t("Branches"),
      onKeyDown: (/** @type {KeyboardEvent} */ event) => keys(event, list, { ...shared, go }),
    },
    nodes.map((node) => h(Item, { key: node.branch.id, node, ...shared })),
  );
}

/**
 * @param {KeyboardEvent} event
 * @param {Node[]} list
 * @param {Shared & {go: (id: string | undefined) => void}} tree
 */
function keys(event, list, { current, folded, fold, go }) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.getAttribute("role") !== "treeitem" || event.altKey || event.ctrlKey) return;
  const at = list.findIndex((one) => one.branch.id === current);
  const node = list[at];
  if (!node) return;
  const isOpen = node.children.length > 0 && !folded.has(current);
  const parent = list.find((one) => one.children.includes(node));
  /** @type {Record<string, () => void>} */
  const acts = {
    ArrowDown: () => go(list[at + 1]?.branch.id),
    ArrowUp: () => go(list[at - 1]?.branch.id),
    Home: () => go(list[0].branch.id),
    End: () => go(list.at(-1)?.branch.id),
    ArrowRight: () => (isOpen ? go(node.children[0].branch.id) : fold(current, false)),
    ArrowLeft: () => (isOpen ? fold(current, true) : go(parent?.branch.id)),
  };
  if (!Object.hasOwn(acts, event.key)) return;
  event.preventDefault();
  event.stopPropagation();
  acts[event.key]();
}
