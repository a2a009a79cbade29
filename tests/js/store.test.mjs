import assert from "node:assert/strict";
import { test } from "node:test";
import { Store } from "../../static/agency/core/store.js";
import * as make from "./fixtures.mjs";

const me = (change = {}) => ({
  me: { id: 1, username: "ada", is_staff: false },
  workspaces: [{ id: "w1", name: "Home" }],
  sessions: [make.session()],
  interruptions: [],
  agents: [{ id: "a1", workspace_id: "w1", name: "Portero" }],
  models: [],
  providers: [],
  modes: [],
  cursor: { "user.1": 0, "workspace.w1": 0 },
  ...change,
});
const ready = () => {
  const store = new Store(() => 0);
  store.hydrateMe(me());
  return store;
};
const onUser = (seq, event, data) => ({
  type: "monitor_event",
  event,
  data,
  stream: "user.1",
  seq,
});
const catalogue = (seq, action, record) => ({
  v: 1,
  topic: `agent.${record.id}.catalog.${action}`,
  kind: "state",
  payload: { resource: "agent", action, id: record.id, record },
  stream: "workspace.w1",
  seq,
});

test("a row of the session list changes without the list changing", () => {
  const store = ready();
  const list = store.sessions.value;
  store.apply([onUser(1, "session_status", { session: make.session({ status: "running" }) })]);
  assert.equal(store.sessions.value, list);
  assert.equal(list.get(make.SESSION).value.status, "running");
});

test("a new session makes a new list and keeps the rows that were there", () => {
  const store = ready();
  const row = store.sessions.value.get(make.SESSION);
  store.apply([onUser(1, "session_updated", { session: make.session({ id: "s2" }) })]);
  assert.equal(store.sessions.value.size, 2);
  assert.equal(store.sessions.value.get(make.SESSION), row);
});

test("a deleted session leaves the list and its window says so", () => {
  const store = ready();
  store.hydrateSession(make.snapshot());
  store.apply([onUser(1, "session_deleted", { session_id: make.SESSION })]);
  assert.equal(store.sessions.value.size, 0);
  assert.equal(store.sessionState(make.SESSION).value.status, "gone");
});

test("an interruption comes and goes everywhere", () => {
  const store = ready();
  store.apply([
    onUser(1, "interruption_opened", { interruption: { id: "i1", session_id: make.SESSION } }),
  ]);
  assert.equal(store.interruptions.value.size, 1);
  store.apply([onUser(2, "interruption_resolved", { interruption: { id: "i1" } })]);
  assert.equal(store.interruptions.value.size, 0);
});

test("a question goes under the name that its session has now", () => {
  const store = ready();
  const asked = { id: "i1", session_id: make.SESSION, session_name: "Old", agent_name: "Ann" };
  store.apply([onUser(1, "interruption_opened", { interruption: asked })]);
  const session = { ...make.session(), name: "New", agent_name: "Bea" };
  store.apply([onUser(2, "name_updated", { session })]);
  const shown = store.interruptions.value.get("i1");
  assert.deepEqual([shown?.session_name, shown?.agent_name], ["New", "Bea"]);
});

test("the catalogue follows its envelopes", () => {
  const store = ready();
  store.apply([
    catalogue(1, "updated", { id: "a1", name: "Renamed" }),
    catalogue(2, "created", { id: "a2", name: "New" }),
  ]);
  assert.deepEqual(
    [...store.agents.value.values()].map((agent) => agent.name),
    ["Renamed", "New"],
  );
  store.apply([catalogue(3, "deleted", { id: "a1" })]);
  assert.deepEqual([...store.agents.value.keys()], ["a2"]);
});

test("cursors name every hydrated stream, holes are named as stale", () => {
  const store = ready();
  store.hydrateSession(make.snapshot());
  assert.deepEqual(store.cursors(), {
    "user.1": 0,
    "workspace.w1": 0,
    [`session.${make.SESSION}`]: 0,
  });
  store.apply([make.event(5, "usage", { usage: {} })]);
  assert.deepEqual(store.staleStreams(), [`session.${make.SESSION}`]);
});

test("listeners hear each frame after it was folded, until they stop", () => {
  const store = ready();
  const heard = [];
  const stop = store.listen(() => heard.push(store.interruptions.value.size));
  store.apply([onUser(1, "interruption_opened", { interruption: { id: "i1" } })]);
  stop();
  store.apply([onUser(2, "interruption_resolved", { interruption: { id: "i1" } })]);
  assert.deepEqual(heard, [1]);
});

test("frames of a session that no window shows are left alone", () => {
  const store = ready();
  store.apply([make.event(1, "usage", { usage: {} })]);
  assert.equal(store.isOpen(make.SESSION), false);
});

test("a delta, which names only its message, goes to the session that is writing it", () => {
  const store = ready();
  store.hydrateSession(make.snapshot());
  const start = { type: "stream_start", session_id: make.SESSION, message_id: "m9", run_id: "r1" };
  const text = { type: "stream_delta", block: 0, offset: 0, kind: "text", text: "Hi" };
  const delta = (message_id) => ({ ...text, message_id });
  store.apply([start, delta("m9"), delta("another")]);
  const { stream } = store.sessionState(make.SESSION).value;
  assert.deepEqual([stream.message_id, stream.blocks[0].text], ["m9", "Hi"]);
});
