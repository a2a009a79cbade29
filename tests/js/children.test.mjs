import assert from "node:assert/strict";
import { test } from "node:test";
import { lastLine, lastLineOf } from "../../static/agency/core/last-line.js";
import { isUnderWay, statusOf } from "../../static/agency/windows/sessions/status.js";
import { message, session } from "./fixtures.mjs";

test("the last line is the newest with words in it", () => {
  assert.equal(lastLineOf("one\n\n  two  \n\n"), "two");
  assert.equal(lastLineOf(""), "");
});

test("what is being written comes before what was written", () => {
  const messages = [message("m1", 1, { role: "ai", content: "said before" })];
  const block = { block: 0, kind: "text", text: "being\nwritten", length: 13 };
  assert.equal(lastLine({ messages, stream: { message_id: "m2", blocks: [block] } }), "written");
  assert.equal(lastLine({ messages, stream: null }), "said before");
  assert.equal(lastLine({ messages: [], stream: null }), "");
});

test("a person's words are not the agent's last line", () => {
  const messages = [
    message("m1", 1, { role: "ai", content: "answer" }),
    message("m2", 2, { content: "thanks" }),
  ];
  assert.equal(lastLine({ messages, stream: null }), "answer");
});

test("a session that waits for a person says so first", () => {
  assert.equal(statusOf(session({ status: "running" }), 2).look, "waiting");
  assert.equal(statusOf(session({ status: "completed" }), 0).look, "steady");
  assert.deepEqual(
    ["running", "waiting", "completed", "failed"].map((status) => isUnderWay({ status })),
    [true, true, false, false],
  );
});
