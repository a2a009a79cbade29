import assert from "node:assert/strict";
import { test } from "node:test";
import {
  emptySession,
  foldSession,
  hydrateSession,
  prependOlder,
} from "../../static/agency/core/folds/session.js";
import * as make from "./fixtures.mjs";

const fresh = (change) => hydrateSession(emptySession(make.SESSION), make.snapshot(change));
const after = (state, ...frames) => frames.reduce(foldSession, state);
/** What a reader sees, without the bookkeeping of how it came about. */
const seen = ({ resolved, held, ...state }) => state;

/** Each event of a turn with the snapshot that a reader would get right after it. */
const STORY = [
  [
    make.event(1, "session_status", { session: make.session({ status: "queued" }) }),
    { session: make.session({ status: "queued" }) },
  ],
  [
    make.messageFrame(2, make.message("m1", 1)),
    { messages: [make.message("m1", 1)], branches: [make.branch("b1", { head_depth: 1 })] },
  ],
  [make.event(3, "run_start", { run: make.run("r1") }), { runs: [make.run("r1")] }],
  [
    make.messageFrame(4, make.message("m2", 2, { role: "ai", run_id: "r1" })),
    {
      messages: [make.message("m1", 1), make.message("m2", 2, { role: "ai", run_id: "r1" })],
      branches: [make.branch("b1", { head_depth: 2 })],
    },
  ],
  [
    make.event(5, "tool_call", { tool_call: make.toolCall("c1", "m2", { state: "awaiting" }) }),
    { tool_calls: [make.toolCall("c1", "m2", { state: "awaiting" })] },
  ],
  [
    make.event(6, "interruption_opened", { interruption: { id: "i1", status: "pending" } }),
    { interruptions: [{ id: "i1", status: "pending" }] },
  ],
  [
    make.event(7, "interruption_resolved", { interruption: { id: "i1", status: "answered" } }),
    { interruptions: [] },
  ],
  [
    make.event(8, "tool_result", { tool_call: make.toolCall("c1", "m2") }),
    { tool_calls: [make.toolCall("c1", "m2")] },
  ],
  [
    make.event(9, "queue_changed", { queue: [{ id: "q1" }], queue_paused: true }),
    { queue: [{ id: "q1" }], session: make.session({ status: "queued", queue_paused: true }) },
  ],
  [
    make.event(10, "usage", {
      usage: { input: 3 },
      context: { tokens: 5, window: 10, threshold: 8 },
    }),
    { usage: { input: 3 }, context: make.context({ tokens: 5, window: 10, threshold: 8 }) },
  ],
  [
    make.event(11, "group_meta_updated", { tool_group: { id: "g1", name: "Reading" } }),
    { tool_groups: [{ id: "g1", name: "Reading" }] },
  ],
  [
    make.event(12, "run_end", { run: make.run("r1", { status: "done" }) }),
    { runs: [make.run("r1", { status: "done" })] },
  ],
  [
    make.event(13, "branch_created", {
      branch: make.branch("b2", { base_branch_id: "b1", fork_depth: 0 }),
      active_branch_id: "b2",
      messages: [],
      has_older: false,
      tool_calls: [],
      context: make.context(),
    }),
    {
      messages: [],
      context: make.context(),
      session: make.session({ status: "queued", queue_paused: true, active_branch_id: "b2" }),
      branches: [
        make.branch("b1", { head_depth: 2 }),
        make.branch("b2", { base_branch_id: "b1", fork_depth: 0 }),
      ],
    },
  ],
  [
    make.event(14, "context_compacted", {
      compaction: { id: "k1", state: "done" },
      context: make.context({ tokens: 2, compaction: { id: "k1" }, latest: { id: "k1" } }),
    }),
    { context: make.context({ tokens: 2, compaction: { id: "k1" }, latest: { id: "k1" } }) },
  ],
];

test("an old snapshot and the events after it equal a fresh snapshot, from every point of a turn", () => {
  const snapshots = [make.snapshot()];
  for (const [frame, change] of STORY) {
    const cursor = { [`session.${make.SESSION}`]: frame.seq };
    snapshots.push({ ...snapshots.at(-1), ...change, cursor });
  }
  const hydrate = (one) => hydrateSession(emptySession(make.SESSION), one);
  const last = seen(hydrate(snapshots.at(-1)));
  snapshots.forEach((one, at) => {
    const grown = seen(after(hydrate(one), ...STORY.slice(at).map(([frame]) => frame)));
    // Tool calls of messages that left the path stay known; they show nowhere.
    assert.deepEqual({ ...grown, toolCalls: last.toolCalls }, last, `from event ${at}`);
  });
});

test("an event that was seen changes nothing", () => {
  const frame = make.event(1, "usage", { usage: { input: 1 } });
  const state = after(fresh(), frame);
  assert.equal(foldSession(state, frame), state);
});

test("events past a hole are held, and applied in order once it is filled", () => {
  const frames = [1, 2, 3].map((seq) => make.event(seq, "usage", { usage: { input: seq } }));
  const waiting = after(fresh(), frames[2], frames[1]);
  assert.equal(waiting.stale, true);
  assert.equal(waiting.usage, null);
  const mended = foldSession(waiting, frames[0]);
  assert.equal(mended.stale, false);
  assert.equal(mended.seq, 3);
  assert.deepEqual(mended.usage, { input: 3 });
});

test("a fresh snapshot mends a hole and keeps what came after it", () => {
  const waiting = after(fresh(), make.event(5, "usage", { usage: { input: 5 } }));
  const cursor = { [`session.${make.SESSION}`]: 4 };
  const mended = hydrateSession(waiting, make.snapshot({ cursor }));
  assert.equal(mended.seq, 5);
  assert.equal(mended.stale, false);
  assert.deepEqual(mended.usage, { input: 5 });
});

test("a snapshot older than the state is not taken", () => {
  const state = after(fresh(), make.event(1, "usage", { usage: { input: 1 } }));
  assert.equal(hydrateSession(state, make.snapshot()), state);
});

test("frames that come before the first snapshot are not lost", () => {
  const early = foldSession(
    emptySession(make.SESSION),
    make.event(1, "usage", { usage: { input: 1 } }),
  );
  assert.deepEqual(hydrateSession(early, make.snapshot()).usage, { input: 1 });
});

test("a coalesced frame is applied when it begins where the state ends", () => {
  const state = foldSession(fresh(), {
    ...make.event(4, "usage", { usage: { input: 4 } }),
    from_seq: 1,
  });
  assert.equal(state.seq, 4);
});

test("a message of another branch does not join the path", () => {
  const state = fresh({
    messages: [make.message("m1", 1)],
    branches: [make.branch("b1"), make.branch("b2", { base_branch_id: "b1", fork_depth: 0 })],
  });
  const other = foldSession(
    state,
    make.messageFrame(1, make.message("x2", 2, { branch_id: "b2", parent_id: "x1" })),
  );
  assert.deepEqual(
    other.messages.map((one) => one.id),
    ["m1"],
  );
  assert.equal(other.branches[1].head_depth, 2);
});

test("a queued message leaves the queue when it is said", () => {
  const state = fresh({ queue: [{ id: "m1" }] });
  assert.deepEqual(foldSession(state, make.messageFrame(1, make.message("m1", 1))).queue, []);
});

test("older pages stay in front when a snapshot continues them", () => {
  const newer = [make.message("m3", 3), make.message("m4", 4)];
  const state = prependOlder(fresh({ messages: newer, has_older: true }), {
    messages: [make.message("m1", 1), make.message("m2", 2)],
    has_older: false,
    tool_calls: [],
  });
  const again = hydrateSession(state, make.snapshot({ messages: newer, has_older: true }));
  assert.deepEqual(
    again.messages.map((one) => one.id),
    ["m1", "m2", "m3", "m4"],
  );
  assert.equal(again.hasOlder, false);
});

test("the runs of a deleted branch leave, and a page brings its groups", () => {
  const state = fresh({ runs: [make.run("r1"), make.run("r2", { branch_id: "b2" })] });
  const group = { id: "g1", message_id: "m2", name: "Two looks" };
  const switched = after(
    state,
    make.event(1, "branch_switched", {
      active_branch_id: "b1",
      branches: [make.branch("b1")],
      messages: [],
      has_older: false,
      tool_calls: [],
      tool_groups: [group],
      runs: [make.run("r1")],
    }),
  );
  assert.deepEqual([...switched.runs.keys()], ["r1"]);
  assert.deepEqual(switched.toolGroups.get("g1"), group);
});
