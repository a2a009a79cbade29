/** The branches of a session as a tree: each hangs on the branch that it forked from. */

/**
 * @typedef {import("../types/api").Branch} Branch
 * @typedef {{branch: Branch, level: number, children: Node[]}} Node
 */

/** @param {Branch} a @param {Branch} b */
const byPlace = (a, b) =>
  Number(a.fork_depth ?? 0) - Number(b.fork_depth ?? 0) ||
  a.created_at.localeCompare(b.created_at) ||
  a.id.localeCompare(b.id);

/**
 * @param {Branch[]} branches
 * @returns {Node[]} the roots; forks of one branch in the order of the place where they part
 */
export function branchTree(branches) {
  const known = new Set(branches.map((branch) => branch.id));
  /** @type {Map<string | null, Branch[]>} */
  const byBase = new Map();
  for (const branch of [...branches].sort(byPlace)) {
    const base = known.has(branch.base_branch_id ?? "") ? branch.base_branch_id : null;
    byBase.set(base, [...(byBase.get(base) ?? []), branch]);
  }
  const grow = (/** @type {string | null} */ base, /** @type {number} */ level) =>
    (byBase.get(base) ?? []).map(
      /** @returns {Node} */ (branch) => ({
        branch,
        level,
        children: grow(branch.id, level + 1),
      }),
    );
  return grow(null, 1);
}

/**
 * The nodes in the order of reading, without those below a folded one.
 * @param {Node[]} nodes
 * @param {Set<string>} [folded] ids of branches whose forks are not shown
 * @returns {Node[]}
 */
export const flatten = (nodes, folded = new Set()) =>
  nodes.flatMap((node) => [
    node,
    ...(folded.has(node.branch.id) ? [] : flatten(node.children, folded)),
  ]);

/**
 * A tree without its hidden branches; a hidden one with shown forks stays, to hold them.
 * @param {Node[]} nodes
 * @param {string | null | undefined} activeId shown in any case
 * @returns {Node[]}
 */
export function withoutHidden(nodes, activeId) {
  return nodes.flatMap((node) => {
    const children = withoutHidden(node.children, activeId);
    const isShown = !node.branch.hidden || node.branch.id === activeId || children.length > 0;
    return isShown ? [{ ...node, children }] : [];
  });
}

/** How many messages are a branch's own. @param {Branch} branch */
export const ownLength = (branch) =>
  Math.max(0, branch.head_depth - Number(branch.fork_depth ?? 0));
