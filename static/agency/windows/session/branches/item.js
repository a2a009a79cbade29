import { h } from "preact";
import { useState } from "preact/hooks";
import { ownLength } from "../../../core/branch-tree.js";
import { t, tn } from "../../../core/i18n.js";
import { phone } from "../../../desktop/size.js";
import { deleteBranch } from "../../../intents/change_branch.js";
import { Confirm } from "../../../ui/dialog.js";
import { Icon } from "../../../ui/icon.js";
import { announce } from "../../../ui/live-region.js";
import { Menu } from "../../../ui/menu.js";
import { Time } from "../../../ui/time.js";
import { attempt } from "../attempt.js";
import { useModel } from "../model.js";
import { closePanel } from "../panel.js";
import { branchActions } from "./actions.js";
import { RenameBranch } from "./rename.js";
import { branchName, headWords } from "./words.js";

/** One branch and those that hang on it. @param {import("./tree.js").Shared & {node: import("../../../core/branch-tree.js").Node}} props */
export function Item({ node, ...tree }) {
  const { branch, children, level } = node;
  const model = useModel();
  const isFolded = tree.folded.has(branch.id);
  const isActive = branch.id === tree.activeId;
  const [dialog, setDialog] = useState(/** @type {"rename" | "delete" | null} */ (null));
  const actions = branchActions({ branch, model, address: tree.address, isActive, setDialog });
  const show = () => {
    if (isActive) return;
    model.show(branch.id);
    if (phone.peek()) closePanel(tree.address);
    announce(t("Branch {name}", { name: branchName(branch) }));
  };
  const attributes = {
    role: "treeitem",
    "data-branch": branch.id,
    "aria-level": level,
    "aria-expanded": children.length > 0 ? String(!isFolded) : undefined,
    "aria-selected": String(isActive),
    tabIndex: branch.id === tree.current ? 0 : -1,
    onFocusIn: () => tree.setCurrent(branch.id),
    onKeyDown: (/** @type {KeyboardEvent} */ event) => itemKeys(event, { show, setDialog }),
  };
  const place = `${isActive ? "active" : ""} ${tree.onPath.has(branch.id) ? "on-path" : ""}`;
  return h(
    "li",
    { role: "none", class: `branch ${place}` },
    h(Row, { node, tree, show, actions, attributes }),
    children.length > 0 &&
      !isFolded &&
      h(
        "ul",
        { role: "group" },
        children.map((child) => h(Item, { key: child.branch.id, node: child, ...tree })),
      ),
    dialog === "rename" && h(RenameBranch, { branch, onClose: () => setDialog(null) }),
    dialog === "delete" && h(Delete, { branch, node, onClose: () => setDialog(null) }),
  );
}

/**
 * @param {{node: import("../../../core/branch-tree.js").Node, tree: import("./tree.js").Shared,
 *   show: () => void, actions: import("../../../ui/menu.js").MenuItem[],
 *   attributes: Record<string, any>}} props
 */
function Row({ node, tree, show, actions, attributes }) {
  const { branch } = node;
  return h(
    "div",
    { ...attributes, class: "branch-row" },
    h(Fold, { node, tree, isFolded: tree.folded.has(branch.id) }),
    h(
      "button",
      { type: "button", class: "branch-open", tabIndex: -1, onClick: show },
      h(Text, { branch, isActive: branch.id === tree.activeId }),
    ),
    h(Menu, { label: t("More for {name}", { name: branchName(branch) }), items: actions }),
  );
}

/** @param {{node: import("../../../core/branch-tree.js").Node, tree: import("./tree.js").Shared, isFolded: boolean}} props */
function Fold({ node, tree, isFolded }) {
  const { branch, children } = node;
  if (children.length === 0) return h("span", { class: "branch-dot", "aria-hidden": "true" });
  return h(
    "button",
    {
      type: "button",
      class: "branch-fold",
      tabIndex: -1,
      "aria-label": isFolded ? t("Unfold") : t("Fold"),
      onClick: () => tree.fold(branch.id, !isFolded),
    },
    h(Icon, { name: isFolded ? "chevron-right" : "chevron-down", size: 12 }),
  );
}

/** @param {{branch: import("../../../types/api").Branch, isActive: boolean}} props */
function Text({ branch, isActive }) {
  const count = ownLength(branch);
  return h(
    "span",
    { class: "branch-text" },
    h(
      "span",
      { class: "row" },
      h("span", { class: "truncate branch-name" }, branchName(branch)),
      isActive && h("span", { class: "chip accent" }, t("shown now")),
      branch.hidden && !isActive && h("span", { class: "chip" }, t("hidden")),
    ),
    h("span", { class: "truncate small soft" }, headWords(branch)),
    h(
      "span",
      { class: "row small dim" },
      h(Time, { at: branch.head?.ts ?? branch.created_at }),
      h("span", null, "·"),
      h("span", null, tn("{count} message", "{count} messages", count)),
    ),
  );
}

/** @param {KeyboardEvent} event @param {{show: () => void, setDialog: (name: "rename" | "delete") => void}} acts */
function itemKeys(event, { show, setDialog }) {
  if (event.target !== event.currentTarget) return;
  const act = {
    Enter: show,
    " ": show,
    F2: () => setDialog("rename"),
    Delete: () => setDialog("delete"),
  }[event.key];
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

/** @param {{branch: import("../../../types/api").Branch, node: import("../../../core/branch-tree.js").Node, onClose: () => void}} props */
function Delete({ branch, node, onClose }) {
  const model = useModel();
  const text =
    node.children.length > 0
      ? t("Others forked from it, so it is hidden and its messages stay. It can be shown again.")
      : t("Its own messages are deleted for everybody. This cannot be undone.");
  return h(Confirm, {
    title: t("Delete the branch “{name}”?", { name: branchName(branch) }),
    text,
    confirm: node.children.length > 0 ? t("Hide") : t("Delete"),
    onConfirm: () =>
      attempt(() => deleteBranch(model.id, branch.id), t("The branch was not deleted")),
    onClose,
  });
}
