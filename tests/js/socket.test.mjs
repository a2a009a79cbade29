import assert from "node:assert/strict";
import { test } from "node:test";
import { backoff, CAP_MS } from "../../static/agency/net/backoff.js";
import { Channel } from "../../static/agency/net/socket.js";

class FakeSocket {
  static made = [];
  readyState = 0;
  sent = [];

  constructor(url) {
    this.url = url;
    FakeSocket.made.push(this);
  }

  accept() {
    this.readyState = 1;
    this.onopen();
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  tell(frame) {
    this.onmessage({ data: JSON.stringify(frame) });
  }

  close() {
    this.readyState = 3;
  }

  drop(code = 1006) {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

function open(t) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  FakeSocket.made = [];
  const seen = { frames: [], states: [], opened: 0, signedOut: 0 };
  const channel = new Channel({
    url: "ws://test/channel/",
    Socket: FakeSocket,
    onFrame: (frame) => seen.frames.push(frame),
    onOpen: () => (seen.opened += 1),
    onState: (state) => seen.states.push(state),
    onSignedOut: () => (seen.signedOut += 1),
  });
  channel.open();
  t.after(() => channel.close());
  return { channel, seen, last: () => FakeSocket.made.at(-1) };
}

test("an acknowledgement settles its request, other frames pass through", async (t) => {
  const { channel, seen, last } = open(t);
  last().accept();
  const answer = channel.request({ message: "hi" }, { ref: "r1" });
  assert.deepEqual(last().sent[0], { message: "hi", ref: "r1" });
  last().tell({ type: "message", id: "m1" });
  last().tell({ type: "ack", ref: "r1" });
  assert.equal((await answer).type, "ack");
  assert.deepEqual(seen.frames, [{ type: "message", id: "m1" }]);
});

test("a refusal rejects its request with the server's code", async (t) => {
  const { channel, last } = open(t);
  last().accept();
  const answer = channel.request({ message: "" }, { ref: "r1" });
  last().tell({ type: "error", ref: "r1", code: "invalid", title: "No", status: 400 });
  await assert.rejects(answer, { code: "invalid", status: 400 });
});

test("a request without an answer fails by itself", async (t) => {
  const { channel, last } = open(t);
  last().accept();
  const answer = channel.request({ message: "hi" }, { within: 1_000 });
  t.mock.timers.tick(1_001);
  await assert.rejects(answer, { code: "no_answer" });
});

test("a lost connection is tried again without end, and says so", async (t) => {
  const { channel, seen, last } = open(t);
  last().accept();
  const answer = channel.request({ message: "hi" });
  last().drop();
  await assert.rejects(answer, { code: "unreachable" });
  for (let i = 0; i < 40; i += 1) {
    t.mock.timers.tick(CAP_MS);
    last().drop();
  }
  assert.ok(FakeSocket.made.length > 30);
  t.mock.timers.tick(CAP_MS);
  last().accept();
  assert.equal(seen.states.at(-1), "live");
  assert.equal(seen.opened, 2);
});

test("a silent server is left when its heartbeat stops", (t) => {
  const { seen, last } = open(t);
  last().accept();
  t.mock.timers.tick(15_000);
  assert.deepEqual(last().sent.at(-1), { action: "ping" });
  t.mock.timers.tick(8_000);
  assert.equal(seen.states.at(-1), "reconnecting");
});

test("a server that answers its pings is kept", (t) => {
  const { seen, last } = open(t);
  last().accept();
  for (let i = 0; i < 10; i += 1) {
    t.mock.timers.tick(15_000);
    last().tell({ type: "pong" });
  }
  assert.equal(FakeSocket.made.length, 1);
  assert.equal(seen.states.at(-1), "live");
});

test("a probe finds a half-open connection within seconds, and reconnects a waiting one at once", (t) => {
  const { channel, seen, last } = open(t);
  last().accept();
  channel.probe();
  t.mock.timers.tick(3_000);
  assert.equal(seen.states.at(-1), "reconnecting");
  channel.probe();
  assert.equal(FakeSocket.made.length, 2);
});

test("a person who was signed out is told, not reconnected", (t) => {
  const { seen, last } = open(t);
  last().accept();
  last().drop(4401);
  t.mock.timers.tick(CAP_MS);
  assert.equal(seen.signedOut, 1);
  assert.equal(FakeSocket.made.length, 1);
});

test("delays double, are spread, and stop growing", () => {
  assert.deepEqual(
    [0, 1, 2].map((n) => backoff(n, () => 1)),
    [400, 800, 1600],
  );
  assert.equal(
    backoff(2, () => 0),
    800,
  );
  assert.equal(
    backoff(50, () => 1),
    CAP_MS,
  );
});
