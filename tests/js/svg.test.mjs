import assert from "node:assert/strict";
import { test } from "node:test";
import { parseIcon } from "../../static/agency/core/svg.js";

const HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none">';
const icon = (inside) => parseIcon(`${HEAD}${inside}</svg>`);

test("shapes with numbers are read as elements with attributes", () => {
  const found = icon(
    '<g stroke="currentColor"><path d="M4 4l8 8z"/></g><circle cx="1" cy="2" r="3"/>',
  );
  assert.deepEqual(found?.[2], [
    ["g", { stroke: "currentColor" }, [["path", { d: "M4 4l8 8z" }, []]]],
    ["circle", { cx: "1", cy: "2", r: "3" }, []],
  ]);
});

for (const [name, inside] of Object.entries({
  "a script": "<script>alert(1)</script>",
  "a handler": '<path d="M1 1" onload="x"/>',
  "an address": '<path d="M1 1" href="javascript:x"/>',
  "an address as paint": '<path d="M1 1" fill="url(#a)"/>',
  "a style": '<path d="M1 1" style="color:red"/>',
  "text between shapes": "<g>hello</g>",
  "an entity": '<path d="M1&#x31;"/>',
  "a foreign object": "<foreignObject></foreignObject>",
  "a nested document": '<svg viewBox="0 0 24 24"></svg>',
  "a property of every object": '<path d="M1 1" constructor="1"/>',
  "an unclosed group": '<g><path d="M1 1"/>',
  "a shape that holds another": '<path d="M1 1"><path d="M1 1"/></path>',
}))
  test(`${name} makes it no icon at all`, () => assert.equal(icon(inside), null));

test("nothing, too much and another size are no icons", () => {
  assert.equal(parseIcon(""), null);
  assert.equal(parseIcon(null), null);
  assert.equal(icon('<path d="M1 1"/>'.repeat(600)), null);
  assert.equal(parseIcon('<svg viewBox="0 0 99 99"><path d="M1 1"/></svg>'), null);
});
