import assert from "node:assert/strict";
import { test } from "node:test";
import { rankBy, score } from "../../static/agency/desktop/match.js";
import { covers } from "../../static/agency/windows/tools/rules.js";

test("a beginning counts more than a word, a word more than a middle", () => {
  assert.ok(score("Inbox", "in") > score("Go in", "in"));
  assert.ok(score("Go in", "in") > score("Begin", "in"));
  assert.ok(score("Begin", "in") > 0);
  assert.equal(score("Tools", "xyz"), 0);
});

test("first letters of words are enough, and accents do not matter", () => {
  assert.ok(score("Fix the flaky test", "fft") > 0);
  assert.equal(score("Fix the flaky test", "ffz"), 0);
  assert.ok(score("Über uns", "uber") > 0);
});

test("words may come in any order", () => {
  assert.ok(score("Weekly report for the board", "board weekly") > 0);
});

test("groups stay together, the best one first", () => {
  const list = [
    { group: "Sessions", label: "My tools" },
    { group: "Go to", label: "Tools" },
    { group: "Sessions", label: "Toolbox" },
  ];
  const found = rankBy(list, "tools", (entry) => entry.label).map((entry) => entry.label);
  assert.deepEqual(found, ["Tools", "My tools"]);
  assert.deepEqual(
    rankBy(list, " ", (entry) => entry.label),
    list,
  );
});

test("a rule covers tools as file patterns do", () => {
  assert.ok(covers("Bash", "Bash"));
  assert.ok(covers("mcp__mail__*", "mcp__mail__send"));
  assert.ok(!covers("mcp__mail__*", "mcp__mails"));
  assert.ok(!covers("B.sh", "Bash"));
  assert.ok(covers("B?sh", "Bash"));
});
