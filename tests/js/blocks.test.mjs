import assert from "node:assert/strict";
import { test } from "node:test";
import { BlockSplitter, hasReferences, openFence } from "../../static/agency/md/blocks.js";
import { createParser } from "../../static/agency/md/parser.js";

const md = createParser();
const DOCUMENT = [
  "# A title",
  "",
  "First paragraph",
  "over two lines.",
  "",
  "- one",
  "- two",
  "",
  "  still two",
  "- three",
  "",
  "```js",
  "const a = 1;",
  "",
  "# not a title",
  "```",
  "",
  "| a | b |",
  "|---|:-:|",
  "| 1 | 2 |",
  "",
  "> quoted",
  "lazily",
  "",
  "Setext",
  "===",
  "",
  "1. x",
  "",
  "   y",
  "2. z",
  "",
  "$$",
  "e^x",
  "$$",
  "",
  "The end 😀.",
].join("\n");

test("growing text letter by letter draws the same as the whole text", () => {
  const splitter = new BlockSplitter(md);
  let last = { closed: [], tail: "" };
  for (let at = 1; at <= DOCUMENT.length; at += 1) last = splitter.update(DOCUMENT.slice(0, at));
  const drawn = [...last.closed, last.tail].map((block) => md.render(block)).join("");
  assert.equal(drawn, md.render(DOCUMENT));
  assert.equal([...last.closed, last.tail].join(""), DOCUMENT);
});

test("a closed block never changes again", () => {
  const splitter = new BlockSplitter(md);
  let before = [];
  for (let at = 1; at <= DOCUMENT.length; at += 1) {
    const { closed } = splitter.update(DOCUMENT.slice(0, at));
    assert.deepEqual(closed.slice(0, before.length), before);
    before = [...closed];
  }
  assert.ok(before.length >= 8);
});

test("text that is no continuation starts over", () => {
  const splitter = new BlockSplitter(md);
  splitter.update("one\n\ntwo");
  const { closed, tail, isRestarted } = splitter.update("three");
  assert.deepEqual([closed, tail, isRestarted], [[], "three", true]);
});

test("an open code fence is known as one until it is closed", () => {
  assert.deepEqual(openFence("```python\nx = 1\n"), { language: "python", code: "x = 1\n" });
  assert.equal(openFence("```python\nx = 1\n```\n"), null);
  assert.equal(openFence("text"), null);
});

test("link definitions are noticed", () => {
  assert.equal(hasReferences("see [a]\n\n[a]: https://example.org"), true);
  assert.equal(hasReferences("see [a](https://example.org)"), false);
});
