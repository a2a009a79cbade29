import assert from "node:assert/strict";
import { test } from "node:test";
import { splitTurn, toRows } from "../../static/agency/core/turns.js";
import { message, run, toolCall } from "./fixtures.mjs";

const MESSAGES = [
  message("m1", 1),
  message("m2", 2, {
    role: "ai",
    run_id: "r1",
    tool_calls: [{ id: "p-c1", name: "Read", args: {} }],
  }),
  message("m3", 3, { role: "tool", run_id: "r1", call_id: "c1" }),
  message("m4", 4, { role: "ai", run_id: "r1" }),
];
const CALLS = new Map([["c1", toolCall("c1", "m2")]]);
const RUNS = new Map([["r1", run("r1", { status: "done" })]]);
const state = (change = {}) => ({
  messages: MESSAGES,
  toolCalls: CALLS,
  runs: RUNS,
  stream: null,
  branchId: "b1",
  ...change,
});

test("what an agent did between two words of a person is one row", () => {
  const rows = toRows(state({ messages: [...MESSAGES, message("m5", 5)] }));
  assert.deepEqual(
    rows.map((row) => row.key),
    ["m1", "run.r1", "m5"],
  );
  assert.equal(rows[1].calls.size, 1);
});

test("the last message without calls is the answer, the others are steps", () => {
  const { steps, answer } = splitTurn(toRows(state())[1]);
  assert.deepEqual([steps.length, answer.id], [2, "m4"]);
});

test("a turn under way has a place before it has a message", () => {
  const rows = toRows(
    state({ messages: MESSAGES.slice(0, 1), runs: new Map([["r1", run("r1")]]) }),
  );
  assert.deepEqual([rows[1].key, rows[1].isLive], ["run.r1", true]);
});

test("a message that steers a turn splits it without a clash of keys", () => {
  const steer = message("s1", 4, { parent_id: "m3" });
  const rows = toRows(
    state({
      messages: [...MESSAGES.slice(0, 3), steer, message("m5", 5, { role: "ai", run_id: "r1" })],
    }),
  );
  assert.deepEqual(
    rows.map((row) => row.key),
    ["m1", "run.r1", "s1", "run.r1.1"],
  );
});

test("rows that did not change keep their identity", () => {
  const before = toRows(state());
  const after = toRows(state({ messages: [...MESSAGES, message("m5", 5)] }), before);
  assert.equal(after[0], before[0]);
  assert.equal(after[1], before[1]);
  const changed = toRows(
    state({ toolCalls: new Map([["c1", toolCall("c1", "m2", { state: "failed" })]]) }),
    before,
  );
  assert.notEqual(changed[1], before[1]);
});

test("a turn that failed before it said anything still shows where it stood", () => {
  const failed = run("r2", { status: "failed", first_depth: 2 });
  const broken = state({ messages: MESSAGES.slice(0, 1), runs: new Map([["r2", failed]]) });
  const rows = toRows(broken);
  assert.deepEqual([rows[1].key, rows[1].isLive, rows[1].run.status], ["run.r2", false, "failed"]);
  assert.equal(toRows({ ...broken, branchId: "b2" }).length, 1);
});
