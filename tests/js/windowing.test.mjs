import assert from "node:assert/strict";
import { test } from "node:test";
import { Heights, reserve } from "../../static/agency/core/windowing.js";

const keys = (count, from = 0) => Array.from({ length: count }, (_, at) => `k${from + at}`);
const heights = (count, each = 100) => {
  const list = new Heights(each);
  list.setKeys(keys(count));
  return list;
};

test("of ten thousand rows only those near the viewport are mounted", () => {
  const { from, to } = heights(10_000).range(500_000, 800, 600);
  assert.ok(from <= 4_994 && to >= 5_014 && to - from < 30, `${from}..${to}`);
});

test("measured heights move what stands below", () => {
  const list = heights(10);
  assert.equal(list.measure("k2", 350), 250);
  assert.equal(list.top(3), 550);
  assert.equal(list.total, 1_250);
  assert.equal(list.at(549), 2);
  assert.equal(list.at(550), 3);
});

test("rows that come in front keep the measured heights of the others", () => {
  const list = heights(3);
  list.measure("k1", 40);
  list.setKeys(["older", ...keys(3)]);
  assert.equal(list.top(list.indexOf("k2")), 100 + 100 + 40);
});

test("a list cut short forgets the tail", () => {
  const list = heights(5);
  list.setKeys(keys(2));
  assert.equal(list.total, 200);
  assert.equal(list.indexOf("k4"), -1);
});

test("an empty list has nothing to mount", () => {
  assert.deepEqual(heights(0).range(0, 800, 600), { from: 0, to: 0 });
});

test("a turn just begun gets room to stand at the top, and gives it back as it grows", () => {
  const list = heights(5);
  assert.equal(reserve(list, "k4", 800), 700);
  list.measure("k4", 900);
  assert.equal(reserve(list, "k4", 800), 0);
  assert.equal(reserve(list, null, 800), 0);
});
