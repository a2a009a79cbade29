import assert from "node:assert/strict";
import { test } from "node:test";
import * as outbox from "../../static/agency/core/outbox.js";

const ITEM = { id: "m1", sessionId: "s1", text: "hello" };
const REASON = { code: "no_answer", title: "No answer" };
const sent = (now = 0) => outbox.enqueue([], ITEM, now);

test("a message is sending, then sent, then gone when the session shows it", () => {
  const acknowledged = outbox.acknowledge(sent(), "m1");
  assert.equal(acknowledged[0].state, "sent");
  assert.deepEqual(
    outbox.settle(acknowledged, { id: "s1", messages: [{ id: "m1" }], queue: [] }),
    [],
  );
});

test("a message that waits in the queue has arrived too", () => {
  assert.deepEqual(outbox.settle(sent(), { id: "s1", messages: [], queue: [{ id: "m1" }] }), []);
});

test("another session's messages are left alone", () => {
  const items = sent();
  assert.equal(outbox.settle(items, { id: "s2", messages: [{ id: "m1" }], queue: [] }), items);
});

test("the same id is queued once", () => {
  assert.equal(outbox.enqueue(sent(), ITEM, 5).length, 1);
});

test("a send without an answer fails with a reason, and can be tried again", () => {
  const items = outbox.expire(sent(), outbox.ANSWER_WITHIN_MS + 1, REASON);
  assert.deepEqual([items[0].state, items[0].error], ["failed", REASON]);
  const again = outbox.retry(items, "m1", 99_000);
  assert.deepEqual(
    [again[0].state, again[0].error, again[0].tries, again[0].at],
    ["sending", null, 2, 99_000],
  );
});

test("a broken connection gives unanswered sends a new deadline, in their order", () => {
  const two = outbox.enqueue(sent(), { ...ITEM, id: "m2" }, 1);
  const renewed = outbox.renew(two, 60_000);
  assert.deepEqual(
    outbox.unanswered(renewed).map((item) => item.id),
    ["m1", "m2"],
  );
  assert.equal(outbox.expire(renewed, 60_001, REASON)[0].state, "sending");
});

test("what was kept comes back after a reload, oldest first", () => {
  const items = outbox.enqueue(sent(5), { ...ITEM, id: "m0" }, 2);
  const back = outbox.restore(items.map(outbox.keep), REASON);
  assert.deepEqual(
    back.map((item) => item.id),
    ["m0", "m1"],
  );
});

test("pictures too large to keep make the message fail rather than go without them", () => {
  const [item] = outbox.enqueue(
    [],
    { ...ITEM, images: [{ mime: "image/png", data: "x".repeat(1_100_000) }] },
    0,
  );
  const [back] = outbox.restore([outbox.keep(item)], REASON);
  assert.deepEqual([back.state, back.error, back.text], ["failed", REASON, "hello"]);
});

test("a broken entry of the storage is skipped", () => {
  assert.deepEqual(outbox.restore(["{", "null", "[]"], REASON), []);
});
