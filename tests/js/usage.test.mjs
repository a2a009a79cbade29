import assert from "node:assert/strict";
import { test } from "node:test";
import { amount, mayKeep, roundLimit, shares } from "../../static/agency/core/budget.js";
import { layersOf } from "../../static/agency/core/usage-report.js";

const row = (key, cost, change = {}) => ({
  key,
  label: key,
  input: 10,
  output: 5,
  cache_read: 0,
  cache_write: 0,
  cost_usd: cost,
  cost_is_partial: false,
  calls: 1,
  ...change,
});
const days = ["2026-03-01", "2026-03-02"];

test("groups become layers by day, with days of nothing between", () => {
  const groups = [row("big", "3", { series: [row(days[1], "3")] })];
  const layers = layersOf(groups, [row(days[1], "3")], days, "cost", ({ label }) => label, "Rest");
  assert.deepEqual(layers, [{ key: "big", label: "big", values: [0, 3] }]);
});

test("what the report left out of its groups is a layer of its own", () => {
  const groups = [row("big", "3", { series: [row(days[0], "3")] })];
  const totals = [row(days[0], "3"), row(days[1], "2")];
  const layers = layersOf(groups, totals, days, "cost", ({ label }) => label, "Rest");
  assert.deepEqual(layers[1], { key: "left", label: "Rest", values: [0, 2] });
});

test("an unknown price counts as nothing in a plot of cost, its tokens as all", () => {
  const groups = [row("m", null, { series: [row(days[0], null)] })];
  const of = (unit) => layersOf(groups, [], days, unit, ({ label }) => label, "")[0].values[0];
  assert.deepEqual([of("cost"), of("tokens"), of("calls")], [0, 15, 1]);
});

test("a cap's bar never leaves its frame", () => {
  assert.deepEqual(shares({ limit: "10", spent: "5", reserved: "20" }), {
    spent: 50,
    reserved: 50,
    isFull: false,
  });
  assert.deepEqual(shares({ limit: "10", spent: "12", reserved: "1" }), {
    spent: 100,
    reserved: 0,
    isFull: true,
  });
  assert.deepEqual(
    [roundLimit("usd", "28.002175"), roundLimit("usd", "0.3"), roundLimit("tokens", "10.2")],
    ["28.01", "0.3", "11"],
  );
  assert.equal(amount("usd", "20"), "$20.00");
  assert.equal(amount("seconds", "90"), "1 min 30 s");
});

test("a cap is changed by the owner of what it caps", () => {
  const who = { role: "editor", me: 1, ownerOf: (id) => (id === "mine" ? 1 : 2) };
  const may = (scope, subject = "x", change = {}) =>
    mayKeep({ scope, subject, workspace_id: "w" }, { ...who, ...change });
  assert.deepEqual(
    [may("workspace"), may("user"), may("agent"), may("session", "mine"), may("session", "s")],
    [false, false, true, true, false],
  );
  assert.deepEqual([may("workspace", "w", { role: "owner" }), may("run")], [true, false]);
});
