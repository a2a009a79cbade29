import assert from "node:assert/strict";
import { test } from "node:test";
import { placesOf, termsOf } from "../../static/agency/core/find-words.js";
import { addressOf, kindsOf, toggleKind, toQuery } from "../../static/agency/core/search-query.js";

const marked = (text, words) =>
  placesOf(text, termsOf(words)).map(([from, to]) => text.slice(from, to));

test("words are found whatever their case and accents", () => {
  assert.deepEqual(marked("The Café at VALPARAÍSO", "cafe valparaiso"), ["Café", "VALPARAÍSO"]);
  assert.deepEqual(marked("ﬁne print", "fine"), ["ﬁne"]);
  assert.deepEqual(marked("plain", "nowhere"), []);
  assert.deepEqual(marked("anything", "   "), []);
});

test("one or two letters are found only where a word begins", () => {
  assert.deepEqual(marked("go to Chicago", "go"), ["go"]);
  assert.deepEqual(marked("港の灯", "の"), ["の"]);
});

test("marks that touch or overlap become one", () => {
  assert.deepEqual(marked("harbourmaster", "harbour bourmaster"), ["harbourmaster"]);
});

test("the first kind narrows to it, all of them are none", () => {
  assert.equal(toggleKind({}, "message"), "message");
  assert.equal(toggleKind({ kind: "message" }, "agent"), "message,agent");
  assert.equal(toggleKind({ kind: "message" }, "message"), "");
  assert.equal(toggleKind({ kind: "session,message,agent" }, "document"), "");
  assert.deepEqual(kindsOf({ kind: "nonsense" }).length, 4);
});

test("a question names only what differs from the ordinary", () => {
  assert.equal(toQuery({ q: "  " }), null);
  assert.deepEqual(toQuery({ q: " tides " }), { q: "tides" });
  const params = { q: "x", kind: "agent", ws: "w1", order: "newest", children: "1" };
  assert.deepEqual(toQuery(params), {
    q: "x",
    kind: "agent",
    workspace: "w1",
    order: "newest",
    children: "1",
  });
});

test("a message opens at its place, with the words to be marked", () => {
  const found = { kind: "message", id: "m1", session_id: "s1", branch_id: "b1", message_id: "m1" };
  assert.deepEqual(addressOf(found, "tides"), {
    kind: "session",
    subject: "s1",
    params: { b: "b1", m: "m1", f: "tides" },
  });
  const named = { kind: "session", id: "s1", session_id: "s1", branch_id: null, message_id: null };
  assert.deepEqual(addressOf(named, "tides").params, {});
  assert.equal(addressOf({ ...found, kind: "document" }, "tides"), null);
});
