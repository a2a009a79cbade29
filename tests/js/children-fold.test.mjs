import assert from "node:assert/strict";
import { test } from "node:test";
import {
  emptySession,
  foldSession,
  hydrateSession,
} from "../../static/agency/core/folds/session.js";
import { emptyUser, foldUser, hydrateUser } from "../../static/agency/core/folds/user.js";
import * as make from "./fixtures.mjs";

const CHILD = "018f0000-0000-7000-8000-000000000002";
const child = (change = {}) =>
  make.session({ id: CHILD, kind: "child", parent_id: make.SESSION, name: "Look", ...change });
const fresh = (change) => hydrateSession(emptySession(make.SESSION), make.snapshot(change));
const after = (state, ...frames) => frames.reduce(foldSession, state);

test("a parent's window follows its children and stays the parent's", () => {
  const began = make.event(1, "child_started", { child: child(), tool_call_id: "c1" });
  const works = make.event(2, "session_status", { session: child({ status: "running" }) });
  const named = make.event(3, "name_updated", { session: child({ name: "Other" }) });
  const ended = make.event(4, "child_ended", {
    child: child({ status: "completed" }),
    tool_call_id: "c1",
  });
  const state = after(fresh(), began, works, named, ended);
  assert.deepEqual([...state.children.values()], [child({ status: "completed" })]);
  assert.equal(state.session.id, make.SESSION);
});

test("a child that is deleted leaves its parent's window, which stays open", () => {
  const gone = make.event(1, "session_deleted", { session_id: CHILD });
  const state = after(fresh({ children: [child()] }), gone);
  assert.equal(state.status, "ready");
  assert.equal(state.children.size, 0);
  const own = make.event(2, "session_deleted", { session_id: make.SESSION });
  assert.equal(after(state, own).status, "gone");
});

test("the session list leaves children out and names their questions", () => {
  const question = { id: "i1", session_id: CHILD, session_name: "Look", agent_name: "Portero" };
  const snapshot = { sessions: [], interruptions: [question], cursor: { "user.1": 0 } };
  const frame = {
    ...make.event(1, "name_updated", { session: child({ name: "Other" }) }),
    stream: "user.1",
  };
  const state = foldUser(hydrateUser(emptyUser(), snapshot, "user.1"), frame);
  assert.equal(state.sessions.size, 0);
  assert.equal(state.interruptions.get("i1").session_name, "Other");
});
