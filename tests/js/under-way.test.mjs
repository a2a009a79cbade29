import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError } from "../../static/agency/net/errors.js";
import { UNDER_WAY_MS, whileUnderWay } from "../../static/agency/net/under-way.js";

const busy = () =>
  new ApiError({ code: "in_progress", title: "Still being answered", status: 409 });

/** A clock that only waiting moves. */
function clock() {
  let now = 0;
  return {
    now: () => now,
    wait: async (ms) => {
      now += ms;
    },
  };
}

test("a request that is still under way is asked again until its first result is there", async () => {
  let tries = 0;
  let told = 0;
  const send = async () => {
    tries += 1;
    if (tries < 4) throw busy();
    return "done";
  };
  const result = await whileUnderWay(send, { ...clock(), again: () => (told += 1) });
  assert.deepEqual([result, tries, told], ["done", 4, 3]);
});

test("it gives up after the time in which the server forgets an abandoned request", async () => {
  const time = clock();
  await assert.rejects(
    whileUnderWay(() => Promise.reject(busy()), time),
    { code: "in_progress" },
  );
  assert.ok(time.now() >= UNDER_WAY_MS);
});

test("any other refusal is told at once", async () => {
  let tries = 0;
  const send = async () => {
    tries += 1;
    throw new ApiError({ code: "stale", title: "Changed meanwhile", status: 409 });
  };
  await assert.rejects(whileUnderWay(send, clock()), { code: "stale" });
  assert.equal(tries, 1);
});
