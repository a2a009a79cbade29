import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { t, tn, useCatalogue } from "../../static/agency/core/i18n.js";
import { limitTitle, waitWords } from "../../static/agency/core/plain-words.js";

const ROOT = new URL("../../static/agency/", import.meta.url);
/** Words that stand where only `t()` may: as a child of an element, or in what is read out. */
const BARE = [
  /\bh\(\s*(?:"[a-z0-9]+"|[A-Z]\w*),\s*(?:null|\{[^{}]*\}),\s*"([^"]*[A-Za-z]{3}[^"]*)"/g,
  /(?:\b(?:label|title|hint|placeholder)|"aria-label"):\s*"([^"]*[A-Za-z]{3}[^"]*)"/g,
];
/** The same in every language: keys, examples, names of products. */
const SAME = new Set([
  ...["Agency", "Esc", "Ctrl K", "reports/2026", "Authorization: Bearer …"],
  ...["OpenAI", "Ollama", "LM Studio", "vLLM", "llama.cpp"],
]);

/** @param {string} path @returns {string[]} */
function bareWords(path) {
  const text = readFileSync(new URL(path, ROOT), "utf8");
  const found = BARE.flatMap((pattern) => [...text.matchAll(pattern)].map(([, words]) => words));
  return found.filter((words) => !SAME.has(words)).map((words) => `${path}: ${words}`);
}

test("no word on the screen escapes the catalogue", () => {
  const paths = ["desktop", "ui", "windows"].flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true }).map((name) => `${folder}/${name}`),
  );
  const modules = paths.filter((path) => path.endsWith(".js"));
  assert.deepEqual(modules.flatMap(bareWords), []);
});

test("in another language every sentence comes from the catalogue", () => {
  const marked = new Proxy({}, { get: (_, message) => `⟦${String(message)}⟧` });
  useCatalogue({ catalog: marked });
  try {
    assert.equal(t("{n} left", { n: 3 }), "⟦3 left⟧");
    const limit = { kind: "limit", prompt: { title: "x", evidence: { scope: "agent" } } };
    assert.equal(waitWords(limit), "⟦The agent's budget is used up⟧");
    assert.equal(limitTitle({ scope: "galaxy" }), undefined);
    assert.match(tn("{count} file", "{count} files", 2), /2 file/);
  } finally {
    useCatalogue({ catalog: {} });
  }
});
