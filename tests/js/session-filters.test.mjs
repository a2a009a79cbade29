import assert from "node:assert/strict";
import { test } from "node:test";
import {
  chosen,
  fits,
  isNarrowed,
  order,
  toQuery,
} from "../../static/agency/core/session-filters.js";
import { session } from "./fixtures.mjs";

test("an address becomes the question for the server", () => {
  assert.deepEqual(toQuery({}), {});
  const query = toQuery({
    q: " tides ",
    status: "running",
    agent: "a1",
    since: "2026-03-01",
    until: "2026-03-01",
  });
  assert.deepEqual(
    [query.q, query.status, query.agent],
    ["tides", "queued,running,waiting_retry", "a1"],
  );
  assert.equal((Date.parse(query.until) - Date.parse(query.since)) / 3_600_000, 24);
  assert.deepEqual(toQuery({ since: "yesterday", until: "2026-02-31" }), {});
});

test("rows at hand belong by status, agent and day", () => {
  const row = session({ status: "running", updated_at: new Date(2026, 2, 1, 12).toISOString() });
  const day = { since: "2026-03-01", until: "2026-03-01" };
  assert.equal(fits(row, { status: "running", agent: "a1", ...day }, false), true);
  assert.equal(fits(row, { status: "failed" }, false), false);
  assert.equal(fits(row, { status: "waiting" }, true), true);
  assert.equal(fits(row, { agent: "a2" }, false), false);
  assert.equal(fits(row, { since: "2026-03-02" }, false), false);
  assert.equal(fits(row, { until: "2026-02-28" }, false), false);
});

test("what needs a person comes first, the most pressing on top, unless only age counts", () => {
  const rows = ["1", "2", "3"].map((id) => session({ id, updated_at: `2026-01-0${id}` }));
  const places = new Map([
    ["1", 1],
    ["2", 0],
  ]);
  const ids = (sort) => rows.toSorted(order(places, sort)).map(({ id }) => id);
  assert.deepEqual(ids(), ["2", "1", "3"]);
  assert.deepEqual(ids("latest"), ["3", "2", "1"]);
});

test("what narrows a list is told from how it is ordered", () => {
  assert.equal(isNarrowed({ sort: "latest" }), false);
  assert.equal(isNarrowed({ agent: "a1" }), true);
  assert.deepEqual(chosen({ agent: "a1", until: "2026-01-01", status: "failed" }), [
    "agent",
    "until",
  ]);
});
