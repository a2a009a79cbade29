/**
 * Which messages stand at the same place of the tree, one per branch.
 *
 * A branch is a fork point and a head: it owns the messages after `fork_depth`, and its base owns
 * the one at it. So the alternatives to a message are the base's own message at that depth and the
 * first message of each branch that forks just before it; a fork on which nothing was said has none.
 */

/**
 * @typedef {import("../types/api").Branch} Branch
 * @typedef {{index: number, total: number, branchIds: string[]}} Siblings
 */

/**
 * @param {Branch[]} branches
 * @param {{branch_id: string, depth: number}} message
 * @returns {Siblings} `branchIds[index]` is the message's own branch; a total of 1 means alone
 */
export function siblingsOf(branches, message) {
  const own = branches.find((branch) => branch.id === message.branch_id);
  if (!own) return { index: 0, total: 1, branchIds: [message.branch_id] };
  const isFirst = own.base_branch_id !== null && message.depth === Number(own.fork_depth) + 1;
  const baseId = isFirst ? own.base_branch_id : own.id;
  const branchIds = groupAt(branches, /** @type {string} */ (baseId), message.depth, own.id);
  return { index: branchIds.indexOf(own.id), total: branchIds.length, branchIds };
}

/**
 * @param {Branch[]} branches
 * @param {string} baseId
 * @param {number} depth
 * @param {string} ownId shown even when hidden
 */
function groupAt(branches, baseId, depth, ownId) {
  /** @param {Branch} branch */
  const shown = (branch) => !branch.hidden || branch.id === ownId;
  const base = branches.find((branch) => branch.id === baseId);
  const forks = branches
    .filter((branch) => branch.base_branch_id === baseId && branch.fork_depth === depth - 1)
    .filter((branch) => branch.head_depth >= depth)
    .filter(shown)
    .sort(byAge);
  const hasOwn = base && base.head_depth >= depth && ownsDepth(base, depth) && shown(base);
  return [...(hasOwn ? [base] : []), ...forks].map((branch) => branch.id);
}

/**
 * @param {Branch} branch
 * @param {number} depth
 */
const ownsDepth = (branch, depth) =>
  branch.base_branch_id === null || depth > Number(branch.fork_depth);

/**
 * @param {Branch} a
 * @param {Branch} b
 */
const byAge = (a, b) =>
  a.created_at === b.created_at ? compare(a.id, b.id) : compare(a.created_at, b.created_at);

/**
 * @param {string} a
 * @param {string} b
 */
const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Which part of each branch the path of `branchId` is made of, from the head down.
 * @param {Branch[]} branches
 * @param {string} branchId
 * @returns {Map<string, {from: number, to: number}>} depths, both inclusive
 */
export function lineage(branches, branchId) {
  const byId = new Map(branches.map((branch) => [branch.id, branch]));
  /** @type {Map<string, {from: number, to: number}>} */
  const parts = new Map();
  let to = Number.POSITIVE_INFINITY;
  for (let at = byId.get(branchId); at && !parts.has(at.id); ) {
    const fork = at.base_branch_id === null ? 0 : Number(at.fork_depth);
    parts.set(at.id, { from: fork + 1, to });
    to = Math.min(to, fork);
    at = at.base_branch_id === null ? undefined : byId.get(at.base_branch_id);
  }
  return parts;
}

/**
 * @param {Map<string, {from: number, to: number}>} parts
 * @param {{branch_id: string, depth: number}} message
 */
export function isOnPath(parts, message) {
  const part = parts.get(message.branch_id);
  return part !== undefined && message.depth >= part.from && message.depth <= part.to;
}
