import assert from "node:assert/strict";
import { test } from "node:test";
import { fullness, withFold } from "../../static/agency/core/fold-row.js";
import { toRows } from "../../static/agency/core/turns.js";
import { message, run } from "./fixtures.mjs";

const human = (id, depth) => ({ key: id, kind: "human", message: message(id, depth) });
const agent = (id, ...depths) => ({
  key: id,
  kind: "agent",
  messages: depths.map((depth) => message(`m${depth}`, depth, { role: "ai" })),
});
const ROWS = [human("h1", 1), agent("a1", 2, 3), human("h2", 4), agent("a2", 5)];
const summary = (depth, state = "done") => ({ id: "c1", depth, state, summary: "…" });
const keys = (compaction) => withFold(ROWS, compaction).map((row) => row.key);

test("the fold stands after the last message that is summarised", () => {
  assert.deepEqual(keys(summary(3)), ["h1", "a1", "fold.c1", "h2", "a2"]);
  assert.deepEqual(keys(summary(1)), ["h1", "fold.c1", "a1", "h2", "a2"]);
});

test("a turn that is summarised in part stands below the fold", () => {
  assert.deepEqual(keys(summary(2)), ["h1", "fold.c1", "a1", "h2", "a2"]);
});

test("no fold is drawn before its place is read, nor for one that is not done", () => {
  assert.deepEqual(keys(summary(0)), ["h1", "a1", "h2", "a2"]);
  assert.equal(withFold(ROWS, summary(3, "running")), ROWS);
  assert.equal(withFold(ROWS, null), ROWS);
});

test("the meter is a share of the window with a mark at the threshold", () => {
  const context = { tokens: 50, window: 200, threshold: 160, compaction: null, latest: null };
  assert.deepEqual(fullness(context), { share: 25, mark: 80 });
  assert.deepEqual(fullness({ ...context, tokens: 500, threshold: null }), {
    share: 100,
    mark: null,
  });
  assert.equal(fullness({ ...context, tokens: null }), null);
  assert.equal(fullness(null), null);
});

test("a summary under way is no turn of the conversation", () => {
  const state = {
    messages: [message("m1", 1), message("m2", 2, { role: "ai", run_id: "r1" })],
    toolCalls: new Map(),
    runs: new Map([
      ["r1", run("r1", { status: "done" })],
      ["r2", run("r2", { kind: "compact" })],
    ]),
    stream: null,
    branchId: "b1",
  };
  const rows = toRows(state);
  assert.deepEqual(
    rows.map((row) => [row.kind, row.isLive]),
    [
      ["human", undefined],
      ["agent", false],
    ],
  );
});
