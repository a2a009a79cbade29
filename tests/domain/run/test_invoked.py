"""Sessions that are asked: one thread for many messages, copies, and what is out of reach."""

import json
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from agency.commands.child.invoke_session import invoke_session
from agency.commands.session.update_session import update_session
from agency.llm.demo.suggestions import SUGGESTIONS
from agency.models import Agent, Budget, Message, Model, ModelCall, Policy, Provider, Session
from agency.queries.policy_rules import policy_rules
from framework.core.errors import IdempotencyMismatch
from tests.factories import World, make_session, say
from tests.fold import snapshot_keeps_up
from tests.hub import RunningHub
from tests.runs import calls, path, pending, wait_for


def invoke(prompt: str, **more: Any) -> dict[str, Any]:
    """A turn that asks another agent or session."""
    return {"tools": [{"name": "InvokeAgent", "input": {"prompt": prompt, **more}}]}


def plan(*steps: Any) -> str:
    return f"PLAN: {json.dumps(list(steps))}"


def results(session: Session) -> list[str]:
    return [text for role, text in path(session) if role == "tool"]


def children(session: Session) -> list[Session]:
    return list(Session.objects.filter(parent=session).order_by("created_at"))


@pytest.fixture
def helper(world: World) -> Agent:
    """Another agent of the workspace, known by an alias too."""
    return Agent.objects.create(
        workspace=world.workspace, name="Helper", aliases=["aide"], model=world.model
    )


def test_five_messages_to_one_agent_go_to_one_thread(
    session: Session, helper: Agent, hub: RunningHub
) -> None:
    said = [plan({"text": f"Answer {number}."}) for number in range(5)]
    turns = [invoke(text, agent="Aide") for text in said]
    with snapshot_keeps_up(session.id):
        wait_for(say(session, plan(*turns, {"text": "Thanks."})).run, "done")
    (thread,) = children(session)
    assert (thread.kind, thread.agent_id) == ("invoked", helper.id)
    assert [text for role, text in path(thread) if role == "human"] == said
    told = results(session)
    assert [text.split("\n")[0] for text in told] == [f"Answer {n}." for n in range(5)]
    assert all(f"session_id: {thread.id}; cost: " in text for text in told)
    assert {call.child_session_id for call in calls(session)} == {thread.id}


def test_a_session_is_copied_and_left_as_it_is(
    world: World, session: Session, hub: RunningHub
) -> None:
    other = make_session(world)
    wait_for(say(other, plan({"text": "It is blue."})).run, "done")
    turn = invoke(plan({"text": "Still blue."}), session_id=str(other.id))
    wait_for(say(session, plan(turn, {"text": "Thanks."})).run, "done")
    (copy,) = children(session)
    assert path(copy)[:2] == path(other) and path(copy)[3] == ("ai", "Still blue.")
    assert Message.objects.filter(session=other).count() == 2
    again = invoke(plan({"text": "Yes."}), session_id=str(copy.id))
    wait_for(say(session, plan(again, {"text": "Good."})).run, "done")
    assert children(session) == [copy]
    assert path(copy)[-1] == ("ai", "Yes.")


def test_what_may_not_be_seen_is_not_asked(world: World, session: Session, hub: RunningHub) -> None:
    foreign = make_session(world, owner=world.editor)
    private = make_session(world)
    shared = make_session(world, visibility="workspace")
    for caller, asked in ((session, foreign), (shared, private)):
        turn = invoke("Tell me.", session_id=str(asked.id))
        wait_for(say(caller, plan(turn, {"text": "Well."})).run, "done")
        assert "no session" in results(caller)[0]
        assert calls(caller)[0].state == "denied" and children(caller) == []


def test_an_unknown_agent_is_a_result_that_names_those_there_are(
    session: Session, helper: Agent, hub: RunningHub
) -> None:
    turn = invoke("Hello.", agent="Nobody")
    wait_for(say(session, plan(turn, {"text": "Well."})).run, "done")
    assert "The agents are: Guide, Helper." in results(session)[0]


def test_a_person_asks_a_copy_up_to_a_message(session: Session, hub: RunningHub) -> None:
    wait_for(say(session, plan({"text": "One."})).run, "done")
    wait_for(say(session, plan({"text": "Two."})).run, "done")
    first = Message.objects.filter(session=session, role="ai").order_by("depth")[0]
    identity = uuid4()
    more: dict[str, Any] = {"user_id": session.owner_id, "session_id": session.id}
    more |= {"invoke_id": identity, "up_to_message": first.id}
    words = plan({"text": "Three."})
    with snapshot_keeps_up(session.id):
        made = invoke_session(text=words, **more)
        wait_for(made.run, "done")
    assert invoke_session(text=words, **more).run.id == made.run.id
    with pytest.raises(IdempotencyMismatch):
        invoke_session(text="Other words.", **more)
    copy = Session.objects.get(pk=identity)
    assert [text for role, text in path(copy) if role == "ai"] == ["One.", "Three."]
    assert (copy.kind, copy.parent_id, copy.root_id) == ("invoked", session.id, session.id)


def test_rules_of_a_session_hold_for_what_it_begins(
    world: World, session: Session, hub: RunningHub
) -> None:
    Policy.objects.create(
        workspace=world.workspace,
        scope="session",
        session=session,
        pattern="ask_tool",
        outcome="allow",
        made_by=world.owner,
    )
    work = plan({"tools": [{"name": "ask_tool", "input": {"subject": "x"}}]}, {"text": "Done."})
    turn = {"tools": [{"name": "Agent", "input": {"description": "Do it", "prompt": work}}]}
    wait_for(say(session, plan(turn, {"text": "Thanks."})).run, "done")
    (child,) = children(session)
    assert [rule.pattern for rule in policy_rules(child)] == ["ask_tool"]
    assert results(session) == ["Done."]


def test_a_childs_calls_count_on_the_caps_of_its_parents(
    world: World, session: Session, hub: RunningHub
) -> None:
    Budget.objects.create(
        workspace=world.workspace, scope="session", subject=str(session.id), unit="calls", limit=2
    )
    turn = {"tools": [{"name": "Agent", "input": {"description": "A", "prompt": plan(
        {"tools": [{"name": "peek", "input": {}}]}, {"text": "Done."})}}]}  # fmt: skip
    wait_for(say(session, plan(turn, {"text": "Thanks."})).run, "suspended")
    (child,) = children(session)
    wait_for(child.runs.get(), "suspended")
    assert [row.kind for row in pending(child)] == ["limit"]


def test_the_visibility_of_a_child_is_its_parents(session: Session, hub: RunningHub) -> None:
    turn = {"tools": [{"name": "Agent", "input": {"description": "A", "prompt": "Hello."}}]}
    wait_for(say(session, plan(turn, {"text": "Thanks."})).run, "done")
    update_session(
        user_id=session.owner_id, session_id=session.id, changes={"visibility": "workspace"}
    )
    assert children(session)[0].visibility == "workspace"


def test_children_are_listed_with_their_usage_and_nowhere_else(
    world: World, session: Session, hub: RunningHub
) -> None:
    inner = {"tools": [{"name": "Agent", "input": {"description": "B", "prompt": "Hello."}}]}
    outer = {"description": "A", "prompt": plan(inner, {"text": "So."})}
    turn = {"tools": [{"name": "Agent", "input": outer}]}
    wait_for(say(session, plan(turn, {"text": "Thanks."})).run, "done")
    client = Client()
    client.force_login(world.owner)
    (child,) = client.get(f"/api/session/{session.id}/child/").json()["results"]
    own, inclusive = child["usage"]["own"], child["usage"]["inclusive"]
    assert (child["depth"], child["parent_id"]) == (1, str(session.id))
    assert (own["calls"], inclusive["calls"]) == (2, 3)
    totals = client.get(f"/api/session/{session.id}/usage/").json()
    assert (totals["own"]["calls"], totals["inclusive"]["calls"]) == (2, 5)
    assert [row["calls"] for row in totals["by_model"]] == [5]
    assert ModelCall.objects.count() == 5
    listed = client.get("/api/session/").json()["results"]
    assert [UUID(one["id"]) for one in listed] == [session.id]
    shown = client.get(f"/api/session/{session.id}/").json()
    assert [one["id"] for one in shown["children"]] == [child["id"]]
    assert shown["tool_calls"][0]["child_id"] == child["id"]


def test_the_demo_model_leads_a_person_through_two_helpers(
    world: World, session: Session, hub: RunningHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AGENCY_DEMO_PACE", "0")
    demo = Provider.objects.create(workspace=world.workspace, name="Demo", kind="demo")
    world.agent.model = Model.objects.create(
        workspace=world.workspace, provider=demo, name="Demo", model_id="demo"
    )
    world.agent.save()
    (asked,) = [one["prompt"] for one in SUGGESTIONS if "helpers" in one["prompt"]]
    wait_for(say(session, asked).run, "done")
    assert [one.status for one in children(session)] == ["completed", "completed"]
    assert path(session)[-1][1].startswith("Both helpers have reported")
