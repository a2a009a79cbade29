import assert from "node:assert/strict";
import { test } from "node:test";
import {
  formatAddress,
  formatLocation,
  parseAddress,
  parseLocation,
  windowKey,
} from "../../static/agency/core/address.js";

test("an address names a kind, a subject and what is inside", () => {
  const address = parseAddress("session.018f-aa;m=42;b=7");
  assert.deepEqual(address, { kind: "session", subject: "018f-aa", params: { m: "42", b: "7" } });
  assert.equal(formatAddress(address), "session.018f-aa;m=42;b=7");
});

test("every list of windows survives the address bar", () => {
  const windows = [
    { kind: "inbox", subject: null, params: {} },
    { kind: "logs", subject: null, params: { q: "a,b;c=d&e %25 é #x", level: "error" } },
    { kind: "session", subject: "018f-aa", params: { m: "42" } },
  ];
  const url = new URL(formatLocation(windows), "http://localhost");
  assert.deepEqual(parseLocation(url.search), windows);
});

test("the same window is listed once, where it was named last", () => {
  const found = parseLocation("?w=session.1;m=2,inbox,session.1;m=3");
  assert.deepEqual(found.map(formatAddress), ["inbox", "session.1;m=3"]);
});

test("what is no address is left out", () => {
  assert.deepEqual(parseLocation("?w=,%3Cscript%3E,inbox,.x"), [
    { kind: "inbox", subject: null, params: {} },
  ]);
  assert.equal(parseAddress("javascript:alert(1)"), null);
});

test("parameters do not make another window", () => {
  assert.equal(windowKey(parseAddress("session.1;m=2")), windowKey(parseAddress("session.1")));
});

test("no windows is the plain address", () => {
  assert.equal(formatLocation([]), "/");
});
