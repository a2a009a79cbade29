import assert from "node:assert/strict";
import { test } from "node:test";
import { inOrder, moved, placeAt } from "../../static/agency/core/reorder.js";
import { asStrategy, strategyEffect } from "../../static/agency/core/strategies.js";
import { ApiError } from "../../static/agency/net/errors.js";
import { pauseWords, refusalWords } from "../../static/agency/windows/session/queue/words.js";

test("one thing moves and the others keep their order", () => {
  assert.deepEqual(moved(["a", "b", "c"], 2, 0), ["c", "a", "b"]);
  assert.deepEqual(moved(["a", "b", "c"], 0, 9), ["b", "c", "a"]);
});

test("a move to where it stands is none", () => {
  const list = ["a", "b"];
  assert.equal(moved(list, 0, -3), list);
  assert.equal(moved(list, 7, 0), list);
});

test("a dragged row takes the place whose middle it has not passed", () => {
  const rows = [0, 30, 60].map((top) => ({ top, bottom: top + 30 }));
  assert.deepEqual(
    [-5, 20, 50, 200].map((y) => placeAt(rows, y)),
    [0, 1, 2, 2],
  );
});

test("the order asked for holds until the server's comes, new rows at its end", () => {
  const rows = [{ id: "a" }, { id: "b" }, { id: "c" }];
  const ids = (order) => inOrder(rows, order).map((row) => row.id);
  assert.deepEqual(ids(["b", "a"]), ["b", "a", "c"]);
  assert.deepEqual(ids(null), ["a", "b", "c"]);
});

test("an unknown strategy is the harmless one, and each says what happens", () => {
  assert.equal(asStrategy("shout"), "queue");
  assert.match(strategyEffect("interrupt"), /keeps what was written/);
});

test("conflicts of the queue are told in words", () => {
  const refused = (code) =>
    refusalWords(new ApiError({ code, title: "Conflict", status: 409, detail: "" }));
  assert.match(refused("stale"), /Somebody changed/);
  assert.match(refused("queued_message_gone"), /Too late/);
  assert.equal(refused("other"), "Conflict");
});

test("a paused queue says why", () => {
  assert.match(pauseWords({ status: "stopped" }), /stopped/);
  assert.match(pauseWords({ status: "failed", error: { title: "No key" } }), /No key/);
  assert.match(pauseWords(null), /a stop or an error/);
});
