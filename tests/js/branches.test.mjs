import assert from "node:assert/strict";
import { test } from "node:test";
import { branchTree, flatten, withoutHidden } from "../../static/agency/core/branch-tree.js";
import { align, differences } from "../../static/agency/core/compare.js";
import { siblingsOf } from "../../static/agency/core/siblings.js";
import { branch, message } from "./fixtures.mjs";

const BRANCHES = [
  branch("b4", { base_branch_id: "b2", fork_depth: 4, head_depth: 5 }),
  branch("b1", { head_depth: 4 }),
  branch("b3", { base_branch_id: "b1", fork_depth: 0, head_depth: 3, hidden: true }),
  branch("b2", { base_branch_id: "b1", fork_depth: 2, head_depth: 6 }),
];
const shape = (nodes) => flatten(nodes).map((one) => `${one.level}${one.branch.id}`);

test("forks hang on their base, in the order of the place where they part", () => {
  assert.deepEqual(shape(branchTree(BRANCHES)), ["1b1", "2b3", "2b2", "3b4"]);
});

test("a folded branch keeps its forks to itself", () => {
  const list = flatten(branchTree(BRANCHES), new Set(["b2"]));
  assert.deepEqual(
    list.map((one) => one.branch.id),
    ["b1", "b3", "b2"],
  );
});

test("a hidden branch is left out, unless it is shown or holds others", () => {
  const tree = branchTree(BRANCHES);
  assert.deepEqual(shape(withoutHidden(tree, "b1")), ["1b1", "2b2", "3b4"]);
  assert.deepEqual(shape(withoutHidden(tree, "b3")), ["1b1", "2b3", "2b2", "3b4"]);
  const holding = branchTree(BRANCHES.map((one) => ({ ...one, hidden: one.id === "b2" })));
  assert.deepEqual(shape(withoutHidden(holding, "b1")), ["1b1", "2b3", "2b2", "3b4"]);
});

test("a branch whose base is unknown stands at the top", () => {
  const lone = [branch("b9", { base_branch_id: "gone", fork_depth: 2 })];
  assert.deepEqual(shape(branchTree(lone)), ["1b9"]);
});

test("an edit of an edit of an edit counts its versions at each level", () => {
  const deep = [
    branch("b1", { head_depth: 6 }),
    branch("b2", { base_branch_id: "b1", fork_depth: 0, head_depth: 6 }),
    branch("b3", { base_branch_id: "b2", fork_depth: 2, head_depth: 6 }),
    branch("b4", { base_branch_id: "b3", fork_depth: 4, head_depth: 6 }),
  ];
  const at = (branch_id, depth) => siblingsOf(deep, { branch_id, depth });
  assert.deepEqual(at("b2", 1), { index: 1, total: 2, branchIds: ["b1", "b2"] });
  assert.deepEqual(at("b3", 3), { index: 1, total: 2, branchIds: ["b2", "b3"] });
  assert.deepEqual(at("b4", 5), { index: 1, total: 2, branchIds: ["b3", "b4"] });
});

const said = (role, content, more = {}) => message("m", 1, { role, content, ...more });

test("turns stand opposite each other, an agent's messages as one", () => {
  const left = [
    said("human", "a"),
    said("ai", "b", { tool_calls: [{ id: "1", name: "Read", args: {} }] }),
    said("tool", "x"),
    said("ai", "c"),
  ];
  const pairs = align(left, [said("human", "A"), said("ai", "C"), said("human", "more")]);
  assert.deepEqual(
    pairs.map((pair) => [pair.left?.texts ?? null, pair.right?.texts ?? null]),
    [
      [["a"], ["A"]],
      [["b", "c"], ["C"]],
      [null, ["more"]],
    ],
  );
  assert.deepEqual(pairs[1].left.tools, ["Read"]);
});

test("a second answer stands beside the question of the other side's next turn, not against it", () => {
  const pairs = align([said("ai", "b2")], [said("human", "A"), said("ai", "B")]);
  assert.deepEqual(
    pairs.map((pair) => [pair.left?.who ?? null, pair.right?.who ?? null]),
    [
      [null, "human"],
      ["agent", "agent"],
    ],
  );
});

test("what two texts say differently is marked word by word", () => {
  const { left, right, isAlike } = differences("Show me some code.", "Show me a poem.");
  assert.equal(isAlike, true);
  assert.deepEqual(left, [
    { kind: "same", text: "Show me " },
    { kind: "changed", text: "some code." },
  ]);
  assert.equal(right[1].text, "a poem.");
});

test("texts that share next to nothing are not marked at all", () => {
  const { left, isAlike } = differences("one two three", "vier fünf sechs");
  assert.equal(isAlike, false);
  assert.deepEqual(left, [{ kind: "same", text: "one two three" }]);
});
