import assert from "node:assert/strict";
import { test } from "node:test";
import { diffLines } from "../../static/agency/core/diff.js";
import { effectiveModel } from "../../static/agency/core/effective-model.js";
import { t, tn, useCatalogue } from "../../static/agency/core/i18n.js";
import { uuid7 } from "../../static/agency/core/ids.js";
import { deeds, sentence } from "../../static/agency/core/outcome.js";
import { problemsOf } from "../../static/agency/core/schema.js";
import { duration, money, relative } from "../../static/agency/core/time.js";
import { session, toolCall } from "./fixtures.mjs";

test("a turn is told in one line, failures last", () => {
  const calls = [
    toolCall("1", "m"),
    toolCall("2", "m"),
    toolCall("3", "m", { name: "Bash", state: "failed" }),
    toolCall("4", "m", { name: "ask_human" }),
  ];
  assert.equal(
    sentence(deeds(calls).join(", ")),
    "Read 2 files, ran 1 command, asked once, 1 failed",
  );
});

test("durations, money and relative times read well", () => {
  assert.deepEqual([0.42, 41.2, 125, 4_000].map(duration), [
    "0.4 s",
    "41 s",
    "2 min 05 s",
    "1 h 06 min",
  ]);
  assert.deepEqual(["0.03", "0.00042", null].map(money), ["$0.03", "$0.00042", "unknown cost"]);
  assert.equal(relative("2026-01-01T00:00:00Z", Date.parse("2026-01-01T00:05:00Z")), "5 min. ago");
  assert.equal(relative("2026-01-01T00:00:00Z", Date.parse("2026-01-01T00:00:05Z")), "just now");
});

test("a catalogue translates, with plurals and places", () => {
  useCatalogue({
    catalog: {
      "Hello {name}": "Hola {name}",
      "{count} file": ["{count} archivo", "{count} archivos"],
    },
    locale: "es",
  });
  assert.equal(t("Hello {name}", { name: "Ada" }), "Hola Ada");
  assert.equal(tn("{count} file", "{count} files", 3), "3 archivos");
  useCatalogue({ catalog: {}, locale: "en" });
  assert.equal(t("Hello {name}", { name: "Ada" }), "Hello Ada");
});

test("edited input is checked against the tool's schema with words that help", () => {
  const schema = {
    type: "object",
    required: ["path"],
    additionalProperties: false,
    properties: { path: { type: "string", minLength: 1 }, limit: { type: "integer", minimum: 1 } },
  };
  assert.deepEqual(problemsOf(schema, { path: "a", limit: 3 }), []);
  assert.deepEqual(problemsOf(schema, { limit: 0, x: 1 }), [
    "path is missing",
    "x is not known to this tool",
    "limit must be at least 1",
  ]);
  assert.equal(problemsOf({ anyOf: [{ type: "string" }, { type: "null" }] }, 3).length, 1);
});

test("a diff keeps what both texts share", () => {
  assert.deepEqual(
    diffLines("a\nb\nc", "a\nx\nc").map(({ kind, text }) => `${kind} ${text}`),
    ["same a", "removed b", "added x", "same c"],
  );
  assert.deepEqual(
    diffLines("", "new").map(({ kind }) => kind),
    ["added"],
  );
});

test("ids sort by their age", () => {
  const ids = Array.from({ length: 5 }, uuid7);
  assert.match(ids[0], /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("a session uses its own model, else the agent's, else the first that works", () => {
  const models = new Map([
    ["m1", { id: "m1", provider_id: "demo", workspace_id: "w1", enabled: true }],
    ["m2", { id: "m2", provider_id: "real", workspace_id: "w1", enabled: true }],
  ]);
  const providers = new Map([
    ["demo", { kind: "demo" }],
    ["real", { kind: "anthropic", has_key: true }],
  ]);
  const rest = {
    models,
    providers,
    workspaces: new Map(),
    agents: new Map([["a1", { model_id: "m1" }]]),
  };
  assert.equal(effectiveModel(session({ overrides: { model: "m2" } }), rest).source, "session");
  assert.equal(effectiveModel(session(), rest).model.id, "m1");
  assert.equal(effectiveModel(session({ agent_id: null }), rest).model.id, "m2");
});
