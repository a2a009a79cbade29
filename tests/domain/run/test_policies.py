"""Rules decide through the whole loop, and no call costs its siblings their results."""

from pathlib import Path
from typing import Any

import pytest

from agency.commands.interruption.answer_interruption import answer_interruption
from agency.models import Agent, Policy, Session
from framework.core.errors import Invalid
from framework.events.keys import workspace_stream
from framework.events.replay import events_after
from tests.chaos_tools.effects import read_log
from tests.factories import World, say
from tests.fakes.model.server import FakeModel
from tests.fold import snapshot_keeps_up
from tests.hub import RunningHub
from tests.runs import calls, path, pending, wait_for

COUNT = {"name": "counter_add", "input": {"counter": "a"}}
ASK = {"name": "ask_tool", "input": {"subject": "it"}}
DONE = {"text": "Done."}


def rule(world: World, session: Session, scope: str, pattern: str, outcome: str) -> None:
    """A rule of one scope."""
    Policy.objects.create(
        scope=scope,
        workspace=world.workspace,
        agent=world.agent if scope == "agent" else None,
        session=session if scope == "session" else None,
        pattern=pattern,
        outcome=outcome,
    )


def answer(session: Session, **given: Any) -> None:
    row = pending(session)[0]
    answer_interruption(user_id=session.owner_id, interruption_id=row.id, answer=given)


def effects(log: Path) -> list[str]:
    return [line["name"] for line in read_log(log) if line["phase"] == "effect"]


def test_the_closest_scope_decides_and_any_deny_wins(
    world: World, session: Session, fake_model: FakeModel, hub: RunningHub, effect_log: Path
) -> None:
    fake_model.script({"tools": [COUNT, ASK]}, DONE, {"tools": [COUNT, ASK]}, DONE)
    rule(world, session, "workspace", "*", "ask")
    rule(world, session, "agent", "ask_tool", "allow")
    rule(world, session, "session", "counter_add", "allow")
    wait_for(say(session, "Go").run, "done")
    assert sorted(effects(effect_log)) == ["ask_tool", "counter_add"]
    rule(world, session, "workspace", "ask_*", "deny")
    run = wait_for(say(session, "Again").run, "done")
    states = {call.name: call.state for call in calls(session) if call.run_id == run.id}
    # What is denied outright is not even offered; a model that calls it all the same is told.
    assert states["counter_add"] == "done"
    assert states["ask_tool"] in ("denied", "failed")
    assert effects(effect_log).count("ask_tool") == 1


def test_what_is_allowed_runs_once_beside_what_is_denied_and_what_waits(
    session: Session, fake_model: FakeModel, hub: RunningHub, effect_log: Path
) -> None:
    denied = {"name": "deny_tool", "input": {"subject": "it"}}
    failing = {"name": "fail_tool", "input": {"text": "broken"}}
    fake_model.script({"tools": [COUNT, denied, ASK, failing]}, DONE)
    with snapshot_keeps_up(session.id):
        run = wait_for(say(session, "Go").run, "suspended")
        assert effects(effect_log) == ["counter_add"]
        answer(session, decision="allow")
        wait_for(run, "done")
    assert effects(effect_log) == ["counter_add", "ask_tool"]
    results = [text for role, text in path(session) if role == "tool"]
    assert results[0] == "added 1 to a" and results[2] == "did it" and "broken" in results[3]
    assert calls(session)[0].state == "done"
    assert "did it" not in results[1]


def test_three_questions_in_turn_are_each_asked_and_answered(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    words = ("red", "green", "blue")
    asked = [{"tools": [{"name": "ask_human", "input": {"question": one}}]} for one in words]
    fake_model.script(*asked, DONE)
    run = say(session, "Ask me").run
    for number, word in enumerate(words):
        wait_for(run, "suspended")
        assert pending(session)[0].prompt["questions"][0]["text"] == word
        answer(session, text=f"answer {number}")
    wait_for(run, "done")
    told = [text for role, text in path(session) if role == "tool"]
    assert told == ["answer 0", "answer 1", "answer 2"]


def test_several_questions_at_once_reach_a_person_even_where_all_is_denied(
    world: World, session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    for scope in ("workspace", "agent", "session"):
        rule(world, session, scope, "*", "deny")
    options = [{"label": "Red", "description": ""}, {"label": "Blue", "description": ""}]
    questions = [
        {"question": "Which?", "header": "Colour", "options": options, "multi": True, "id": "c"},
        {"question": "Why?", "header": "Reason", "options": options, "multi": False, "id": "r"},
    ]
    fake_model.script(
        {"tools": [{"name": "AskUserQuestion", "input": {"questions": questions}}]}, DONE
    )
    run = wait_for(say(session, "Ask me").run, "suspended")
    row = pending(session)[0]
    assert (row.kind, row.deadline) == ("question", None)
    with pytest.raises(Invalid):
        answer(session, answers={"c": {"options": ["Green"]}})
    answer(session, answers={"c": {"options": ["Red", "Blue"]}, "r": {"options": [], "text": "So"}})
    wait_for(run, "done")
    told = path(session)[2][1]
    assert all(word in told for word in ("Red", "Blue", "So"))


def test_an_agent_may_wait_for_ever_or_shorter_than_others(
    world: World, session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    fake_model.script({"tools": [ASK]}, {"tools": [ASK]})
    Agent.objects.filter(id=world.agent.id).update(limits={"on_deadline": "keep"})
    wait_for(say(session, "Go").run, "suspended")
    kept = pending(session)[0]
    assert (kept.deadline, kept.default_action) == (None, "keep")
    Agent.objects.filter(id=world.agent.id).update(limits={"approval_seconds": 30})
    answer(session, decision="allow")
    wait_for(kept.run, "suspended")
    row = pending(session)[0]
    assert row.deadline is not None
    assert 25 < (row.deadline - row.created_at).total_seconds() <= 31


def test_members_are_told_of_a_rule_that_always_allow_wrote_for_all(
    world: World, session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    fake_model.script({"tools": [ASK]}, DONE)
    run = wait_for(say(session, "Go").run, "suspended")
    answer(session, decision="allow", remember="workspace")
    wait_for(run, "done")
    made = Policy.objects.get(workspace=world.workspace)
    told = events_after(workspace_stream(world.workspace.id), 0)[-1]
    assert told["topic"] == f"policy.{made.id}.catalog.created"


def test_what_a_database_cannot_keep_is_shown_and_the_run_goes_on(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    odd = {"name": "fail_tool", "input": {"text": "a\u0000b"}}
    fake_model.script({"tools": [odd]}, {"text": "It said a\u0000b."})
    wait_for(say(session, "Go").run, "done")
    assert path(session)[-1] == ("ai", "It said a\u2400b.")
