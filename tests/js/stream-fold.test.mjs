import assert from "node:assert/strict";
import { test } from "node:test";
import {
  emptySession,
  foldSession,
  hydrateSession,
} from "../../static/agency/core/folds/session.js";
import * as make from "./fixtures.mjs";

const fresh = (change) => hydrateSession(emptySession(make.SESSION), make.snapshot(change));
const after = (state, ...frames) => frames.reduce(foldSession, state);
const start = {
  type: "stream_start",
  session_id: make.SESSION,
  message_id: "m2",
  run_id: "r1",
  step: 1,
};
const delta = (offset, text, block = 0) => ({
  type: "stream_delta",
  message_id: "m2",
  block,
  offset,
  text,
  ...(offset === 0 ? { kind: "text" } : {}),
});
const textOf = (state, block = 0) => state.stream.blocks.find((one) => one.block === block).text;

test("deltas in order make the text", () => {
  assert.equal(textOf(after(fresh(), start, delta(0, "Hel"), delta(3, "lo"))), "Hello");
});

test("offsets count code points, so that text beyond the basic plane fits", () => {
  assert.equal(textOf(after(fresh(), start, delta(0, "a😀"), delta(2, "b"))), "a😀b");
});

test("a delta that came twice or overlaps adds only what is new", () => {
  assert.equal(
    textOf(after(fresh(), start, delta(0, "😀ab"), delta(0, "😀ab"), delta(2, "bcd"))),
    "😀abcd",
  );
});

test("a lost delta freezes its block until a snapshot mends it", () => {
  const broken = after(fresh(), start, delta(0, "ab"), delta(5, "fg"));
  assert.equal(textOf(broken), "ab");
  assert.equal(broken.stream.blocks[0].hole, true);
  const snapshot = {
    message_id: "m2",
    run_id: "r1",
    step: 1,
    blocks: [{ block: 0, kind: "text", text: "abcdefg" }],
  };
  const mended = after(
    broken,
    { type: "stream_snapshot", session_id: make.SESSION, stream: snapshot },
    delta(7, "h"),
  );
  assert.equal(textOf(mended), "abcdefgh");
});

test("the whole message ends the stream under the same id, and late deltas do nothing", () => {
  const whole = make.message("m2", 2, { role: "ai", content: "Hello", parent_id: "m1" });
  const state = after(
    fresh({ messages: [make.message("m1", 1)] }),
    start,
    delta(0, "Hel"),
    make.messageFrame(1, whole),
  );
  assert.equal(state.stream, null);
  assert.equal(state.messages.at(-1).content, "Hello");
  assert.equal(after(state, delta(3, "lo"), { ...start, type: "stream_end" }).stream, null);
});

test("a reader who joins in the middle sees the text so far and then the rest", () => {
  const stream = {
    message_id: "m2",
    run_id: "r1",
    step: 1,
    blocks: [{ block: 0, kind: "text", text: "Hel" }],
  };
  assert.equal(textOf(after(fresh({ stream }), delta(3, "lo"))), "Hello");
});

test("a run that ends without a message takes its unfinished text with it", () => {
  const ended = make.event(1, "run_end", { run: make.run("r1", { status: "failed" }) });
  assert.equal(after(fresh(), start, delta(0, "Hel"), ended).stream, null);
});

test("text of a block or a message whose beginning was lost waits for a snapshot", () => {
  assert.equal(after(fresh(), delta(3, "lo")).stream, null);
  assert.deepEqual(after(fresh(), start, delta(3, "lo")).stream.blocks, []);
});

test("blocks keep their order whichever starts first", () => {
  const state = after(fresh(), start, delta(0, "second", 1), delta(0, "first", 0));
  assert.deepEqual(
    state.stream.blocks.map((one) => one.text),
    ["first", "second"],
  );
});
