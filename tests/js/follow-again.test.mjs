import assert from "node:assert/strict";
import { test } from "node:test";
import { store } from "../../static/agency/core/store.js";
import { followAgain } from "../../static/agency/net/hydrate.js";
import { live } from "../../static/agency/net/live.js";

test("a stream that the server could not read is asked for again from the same number", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const sent = [];
  live.channel = { send: (frame) => sent.push(frame) };
  t.mock.method(store, "cursors", () => ({ "session.s1": 7 }));
  followAgain("session.s1");
  followAgain("session.closed");
  assert.deepEqual(sent, []);
  t.mock.timers.tick(2_000);
  assert.deepEqual(sent, [{ subscribe: { "session.s1": 7 } }]);
});
