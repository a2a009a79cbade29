import assert from "node:assert/strict";
import { test } from "node:test";
import { isOnPath, lineage, siblingsOf } from "../../static/agency/core/siblings.js";
import { branch } from "./fixtures.mjs";

/** b1 holds 1-4; b2 and b3 are edits of message 3; b4 is an edit inside b2; b5 of the very first. */
const BRANCHES = [
  branch("b1", { head_depth: 4 }),
  branch("b2", { base_branch_id: "b1", fork_depth: 2, head_depth: 6 }),
  branch("b3", { base_branch_id: "b1", fork_depth: 2, head_depth: 3 }),
  branch("b4", { base_branch_id: "b2", fork_depth: 4, head_depth: 5 }),
  branch("b5", { base_branch_id: "b1", fork_depth: 0, head_depth: 1 }),
];

test("a message that was never edited stands alone", () => {
  assert.equal(siblingsOf(BRANCHES, { branch_id: "b1", depth: 2 }).total, 1);
});

test("an edited message counts its versions, the first one in front", () => {
  const original = siblingsOf(BRANCHES, { branch_id: "b1", depth: 3 });
  assert.deepEqual(original, { index: 0, total: 3, branchIds: ["b1", "b2", "b3"] });
  assert.equal(siblingsOf(BRANCHES, { branch_id: "b3", depth: 3 }).index, 2);
});

test("an edit of an edit has its own versions", () => {
  const inner = siblingsOf(BRANCHES, { branch_id: "b4", depth: 5 });
  assert.deepEqual(inner, { index: 1, total: 2, branchIds: ["b2", "b4"] });
});

test("the first message of a session can have versions too", () => {
  assert.deepEqual(siblingsOf(BRANCHES, { branch_id: "b5", depth: 1 }).branchIds, ["b1", "b5"]);
});

test("a hidden version is not counted, unless it is the one shown", () => {
  const hidden = BRANCHES.map((one) => (one.id === "b3" ? { ...one, hidden: true } : one));
  assert.equal(siblingsOf(hidden, { branch_id: "b1", depth: 3 }).total, 2);
  assert.equal(siblingsOf(hidden, { branch_id: "b3", depth: 3 }).total, 3);
});

test("a base that ends before the fork adds no version of its own", () => {
  const short = [
    branch("b1", { head_depth: 2 }),
    branch("b2", { base_branch_id: "b1", fork_depth: 2, head_depth: 3 }),
  ];
  assert.equal(siblingsOf(short, { branch_id: "b2", depth: 3 }).total, 1);
});

test("a fork on which nothing was said yet is no version", () => {
  const fresh = [...BRANCHES, branch("b6", { base_branch_id: "b1", fork_depth: 2, head_depth: 2 })];
  assert.equal(siblingsOf(fresh, { branch_id: "b1", depth: 3 }).total, 3);
});

test("a path takes from each branch the part below its fork", () => {
  const parts = lineage(BRANCHES, "b4");
  const on = (branch_id, depth) => isOnPath(parts, { branch_id, depth });
  assert.deepEqual(
    [on("b1", 2), on("b1", 3), on("b2", 4), on("b2", 5), on("b4", 5), on("b3", 3)],
    [true, false, true, false, true, false],
  );
});
