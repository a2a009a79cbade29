import assert from "node:assert/strict";
import { test } from "node:test";
import { movesMe } from "../../static/agency/core/membership.js";

const KNOWN = new Set(["w1"]);
const frame = (payload, stream = "workspace.w1") => ({ stream, seq: 1, payload });
const moves = (given) => movesMe(given, 7, KNOWN);
const member = (action, record) => frame({ resource: "member", action, id: "m", record });

test("my own place given, changed or taken moves me", () => {
  assert.equal(moves(member("created", { user_id: 7 })), true);
  assert.equal(moves(member("updated", { user_id: 7 })), true);
  assert.equal(moves(member("deleted", null)), true);
});

test("another person's place moves them", () => {
  assert.equal(moves(member("created", { user_id: 8 })), false);
});

test("one of several changes in one frame is enough", () => {
  const items = [
    { resource: "agent", action: "updated" },
    { resource: "member", action: "deleted" },
  ];
  assert.equal(moves(frame({ items })), true);
});

test("a workspace that is not known yet moves me", () => {
  assert.equal(moves(frame({ resource: "agent", action: "created" }, "workspace.w9")), true);
});

test("other streams, and the text of a snapshot under the same name, do not", () => {
  assert.equal(moves(frame({ resource: "member", action: "deleted" }, "user.7")), false);
  assert.equal(moves({ type: "stream_snapshot", stream: { message_id: "m1", blocks: [] } }), false);
});
