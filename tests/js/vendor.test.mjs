import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const folder = new URL("../../static/vendor/", import.meta.url);
const listing = JSON.parse(readFileSync(new URL("VENDOR.json", folder), "utf8"));

test("every vendored file has the hash that VENDOR.json promises", () => {
  for (const [name, entry] of Object.entries(listing)) {
    const digest = createHash("sha384").update(readFileSync(new URL(entry.file, folder)));
    assert.equal(`sha384-${digest.digest("base64")}`, entry.integrity, name);
  }
});

test("no vendored file is left unlisted", () => {
  const listed = new Set(Object.values(listing).map((entry) => entry.file));
  const found = readdirSync(folder).filter((file) => file.endsWith(".js"));
  assert.deepEqual(
    found.filter((file) => !listed.has(file)),
    [],
  );
});

test("the vendored modules load by their bare names", async () => {
  const { h } = await import("preact");
  const { signal } = await import("@preact/signals-core");
  const { default: MarkdownIt } = await import("markdown-it");
  const { default: hljs } = await import("highlight.js");
  assert.equal(h("p", null).type, "p");
  assert.equal(signal(2).value, 2);
  assert.match(new MarkdownIt().render("*a*"), /<em>a<\/em>/);
  assert.match(hljs.highlight("x = 1", { language: "python" }).value, /hljs-number/);
});
