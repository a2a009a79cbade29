import assert from "node:assert/strict";
import { test } from "node:test";
import { daysOf, momentsOf, shift, spanOf } from "../../static/agency/core/days.js";
import { foldLayers, stack, sums, ticks } from "../../static/agency/core/plot.js";

test("a scale ends on a round figure at or above the top", () => {
  assert.deepEqual(ticks(7.3), [0, 2, 4, 6, 8]);
  assert.deepEqual(ticks(100), [0, 25, 50, 75, 100]);
  assert.deepEqual(ticks(0.0042), [0, 0.002, 0.004, 0.006]);
  assert.deepEqual(ticks(0), [0, 1]);
  assert.deepEqual(ticks(Number.NaN), [0, 1]);
});

test("layers stand one on the other, those of nothing leave no trace", () => {
  const layers = [
    { key: "a", label: "A", values: [1, 0] },
    { key: "b", label: "B", values: [3, 2] },
  ];
  assert.deepEqual(stack(layers, 4), [
    [
      { key: "a", from: 0, to: 0.25 },
      { key: "b", from: 0.25, to: 1 },
    ],
    [{ key: "b", from: 0, to: 0.5 }],
  ]);
  assert.deepEqual(sums(layers), [4, 2]);
  assert.deepEqual(stack([], 1), []);
});

test("many layers become the largest and the rest", () => {
  const layers = [1, 5, 3, 0, 2].map((value, at) => ({
    key: `k${at}`,
    label: `K${at}`,
    values: [value],
  }));
  assert.deepEqual(
    foldLayers(layers, 3, "Other").map(({ label, values }) => [label, ...values]),
    [
      ["K1", 5],
      ["K2", 3],
      ["Other", 3],
    ],
  );
  assert.equal(foldLayers(layers, 9, "Other").length, 4);
});

test("a span is whole days, over the change of a month and of the clock", () => {
  const now = new Date(2026, 2, 2, 23, 30);
  assert.deepEqual(daysOf(spanOf({ range: "7" }, now)), [
    "2026-02-24",
    "2026-02-25",
    "2026-02-26",
    "2026-02-27",
    "2026-02-28",
    "2026-03-01",
    "2026-03-02",
  ]);
  assert.equal(daysOf(spanOf({}, now)).length, 30);
  assert.equal(shift("2026-03-29", 1), "2026-03-30");
});

test("a custom span is put in order, and what is no day is not taken", () => {
  const now = new Date(2026, 2, 2);
  const span = spanOf({ range: "custom", from: "2026-02-03", to: "2026-02-01" }, now);
  assert.deepEqual(span, { from: "2026-02-01", to: "2026-02-03" });
  const { since, until } = momentsOf(span);
  assert.equal((Date.parse(until) - Date.parse(since)) / 86_400_000, 3);
  assert.equal(spanOf({ range: "custom", from: "2026-02-31", to: "x" }, now).to, "2026-03-02");
  assert.equal(
    daysOf(spanOf({ range: "custom", from: "1999-01-01", to: "2026-01-01" }, now)).length,
    366,
  );
});
