import assert from "node:assert/strict";
import { test } from "node:test";
import { divide, place } from "../../static/agency/desktop/geometry.js";
import * as layouts from "../../static/agency/desktop/layout.js";

/** @param {...string} keys */
const opened = (...keys) => keys.reduce(layouts.open, layouts.emptyLayout());

/** @param {layouts.Layout} layout */
const columns = (layout) => layout.columns.map((column) => column.keys.join("+"));

test("a window opens beside the focused one", () => {
  const layout = layouts.open(layouts.focus(opened("a", "b"), "a"), "c");
  assert.deepEqual(columns(layout), ["a", "c", "b"]);
  assert.equal(layouts.focusedKey(layout), "c");
});

test("opening again only focuses", () => {
  const layout = layouts.open(opened("a", "b"), "a");
  assert.deepEqual(columns(layout), ["a", "b"]);
  assert.equal(layouts.focusedKey(layout), "a");
});

test("closing gives the focus to the one before", () => {
  const layout = layouts.close(opened("a", "b", "c"), "c");
  assert.deepEqual(columns(layout), ["a", "b"]);
  assert.equal(layouts.focusedKey(layout), "b");
});

test("what does not fit waits on the shelf, the longest unseen first", () => {
  const layout = layouts.focus(opened("a", "b", "c"), "a");
  const shown = layouts.visible(layout, 2);
  assert.deepEqual(
    shown.columns.map((column) => column.keys[0]),
    ["a", "c"],
  );
  assert.deepEqual(shown.shelf, ["b"]);
});

test("a phone shows the focused window alone", () => {
  const shown = layouts.visible(opened("a", "b"), 4, true);
  assert.deepEqual(shown.columns, [{ keys: ["b"], weight: 1 }]);
  assert.deepEqual(shown.shelf, ["a"]);
});

test("a window floats and tiles again", () => {
  const pose = { x: 1, y: 2, w: 300, h: 200 };
  const floating = layouts.float(opened("a", "b"), "b", pose);
  assert.deepEqual(columns(floating), ["a"]);
  assert.deepEqual(layouts.visible(floating, 2).floats, ["b"]);
  const back = layouts.tile(floating, "b", { target: "a", side: "left" });
  assert.deepEqual(columns(back), ["b", "a"]);
  assert.deepEqual(back.floats, {});
});

test("windows stack and leave the stack", () => {
  const stacked = layouts.stack(opened("a", "b"), "b");
  assert.deepEqual(columns(stacked), ["a+b"]);
  assert.deepEqual(columns(layouts.move(stacked, "b", "up")), ["b+a"]);
  assert.deepEqual(columns(layouts.move(stacked, "b", "left")), ["b", "a"]);
});

test("a border moves within limits and leaves other columns alone", () => {
  const layout = layouts.resizeColumns(opened("a", "b", "c"), "a", "b", 0.9);
  assert.deepEqual(
    layout.columns.map((column) => column.weight),
    [1.75, 0.25, 1],
  );
});

test("a filled desk shows one window until another is focused", () => {
  const zoomed = layouts.zoom(opened("a", "b"), "a");
  assert.deepEqual(layouts.visible(zoomed, 3).shelf, ["b"]);
  assert.equal(layouts.focus(zoomed, "b").zoomed, null);
  assert.equal(layouts.zoom(zoomed, "a").zoomed, null);
});

test("a replaced window leaves its place to the other", () => {
  const layout = layouts.replace(layouts.focus(opened("a", "b"), "a"), "a", "c");
  assert.deepEqual(columns(layout), ["c", "b"]);
  assert.equal(layouts.focusedKey(layout), "c");
});

test("an address bar's list keeps the places of the windows that stay", () => {
  const layout = layouts.reconcile(layouts.stack(opened("a", "b", "c"), "c"), ["b", "d", "c"]);
  assert.deepEqual(columns(layout), ["b+c", "d"]);
  assert.equal(layouts.focusedKey(layout), "c");
});

test("tiles fill the area to the pixel", () => {
  const parts = divide([1, 1, 1], 1000, 8);
  assert.equal(parts[0].from, 0);
  assert.equal(parts[2].from + parts[2].size, 1000);
  for (const at of [1, 2])
    assert.equal(parts[at].from, parts[at - 1].from + parts[at - 1].size + 8);
});

test("every pair of neighbours has a border", () => {
  const layout = layouts.stack(opened("a", "b", "c"), "c");
  const { tiles, borders } = place(layout.columns, layout.rows, { width: 1000, height: 600 }, 8);
  assert.deepEqual(
    tiles.map((tile) => tile.key),
    ["a", "b", "c"],
  );
  assert.deepEqual(
    borders.map((border) => [border.before, border.after, border.vertical]),
    [
      ["a", "b", true],
      ["b", "c", false],
    ],
  );
  assert.equal(borders[0].share, 50);
});
