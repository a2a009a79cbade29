"""Questions and approvals: one answer counts, and waiting holds nothing."""

import threading
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from agency.commands.interruption.answer_interruption import answer_interruption
from agency.commands.run.stop_run import stop_run
from agency.errors import AlreadyAnswered, InterruptionCancelled, InterruptionExpired
from agency.models import Interruption, Policy, Run, Session
from framework.core.errors import Invalid
from framework.db.clock import db_now
from tests.chaos_tools.effects import read_log
from tests.factories import World, say
from tests.fakes.model.server import FakeModel
from tests.fold import snapshot_keeps_up
from tests.hub import RunningHub
from tests.runs import calls, path, pending, wait_for

ASK = {"tools": [{"name": "ask_tool", "input": {"subject": "the dishes"}}]}
DONE = {"text": "Done."}


def ask(session: Session, fake: FakeModel, *specs: dict[str, Any]) -> tuple[Run, Interruption]:
    """A run that waits for its first question."""
    fake.script(*specs)
    run = wait_for(say(session, "Do it").run, "suspended")
    return run, pending(session)[0]


def answer(session: Session, row: Interruption, **given: Any) -> Interruption:
    return answer_interruption(user_id=session.owner_id, interruption_id=row.id, answer=given)


def effects(log: Path) -> list[str]:
    return [line["args"]["subject"] for line in read_log(log) if line["phase"] == "effect"]


def test_an_allowed_call_runs_and_the_run_goes_on(
    session: Session, fake_model: FakeModel, hub: RunningHub, effect_log: Path
) -> None:
    with snapshot_keeps_up(session.id):
        run, row = ask(session, fake_model, ASK, DONE)
        session.refresh_from_db()
        assert session.status == "waiting"
        assert run.owner_id is None
        assert row.kind == "approval" and row.deadline is not None
        answer(session, row, decision="allow")
        wait_for(run, "done")
    assert effects(effect_log) == ["the dishes"]


def test_edited_input_is_what_runs_and_must_fit_the_tool(
    session: Session, fake_model: FakeModel, hub: RunningHub, effect_log: Path
) -> None:
    run, row = ask(session, fake_model, ASK, DONE)
    with pytest.raises(Invalid):
        answer(session, row, decision="allow", input={"subject": 5})
    answer(session, row, decision="allow", input={"subject": "one cup"})
    wait_for(run, "done")
    assert effects(effect_log) == ["one cup"]
    call = calls(session)[0]
    assert call.args == {"subject": "the dishes"}
    assert call.args_approved == {"subject": "one cup"}


def test_the_reason_of_a_denial_reaches_the_model(
    session: Session, fake_model: FakeModel, hub: RunningHub, effect_log: Path
) -> None:
    run, row = ask(session, fake_model, ASK, DONE)
    answer(session, row, decision="deny", reason="they are clean")
    wait_for(run, "done")
    assert effects(effect_log) == []
    assert "they are clean" in path(session)[2][1]


def test_of_two_answers_at_once_one_wins_and_the_other_is_told(
    session: Session, fake_model: FakeModel, hub: RunningHub, effect_log: Path
) -> None:
    run, row = ask(session, fake_model, ASK, DONE)
    refusals: list[AlreadyAnswered] = []

    def try_to(decision: str) -> None:
        try:
            answer(session, row, decision=decision)
        except AlreadyAnswered as refusal:
            refusals.append(refusal)
        finally:
            connection.close()

    tabs = [threading.Thread(target=try_to, args=[word]) for word in ("allow", "deny")]
    for tab in tabs:
        tab.start()
    for tab in tabs:
        tab.join(10)
    wait_for(run, "done")
    row.refresh_from_db()
    assert len(refusals) == 1
    assert refusals[0].extra["interruption"]["answer"] == row.answer
    assert row.answer is not None
    assert len(effects(effect_log)) == (row.answer["decision"] == "allow")


def test_several_questions_are_answered_in_any_order(
    session: Session, fake_model: FakeModel, hub: RunningHub, effect_log: Path
) -> None:
    twice = {
        "tools": [
            {"name": "counter_add", "input": {"counter": "a"}},
            {"name": "ask_tool", "input": {"subject": "one"}},
            {"name": "ask_tool", "input": {"subject": "two"}},
        ]
    }
    fake_model.script(twice, DONE)
    with snapshot_keeps_up(session.id):
        run = wait_for(say(session, "Do both").run, "suspended")
        one, two = sorted(pending(session), key=lambda row: row.prompt["args"]["subject"])
        answer(session, two, decision="allow")
        wait_for(run, "suspended")
        answer(session, one, decision="allow")
        wait_for(run, "done")
    names = [line["name"] for line in read_log(effect_log) if line["phase"] == "effect"]
    assert names.count("counter_add") == 1
    assert sorted(names) == ["ask_tool", "ask_tool", "counter_add"]


def test_a_question_waits_without_limit_and_its_answer_is_the_result(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    question = {"tools": [{"name": "ask_human", "input": {"question": "Which colour?"}}]}
    run, row = ask(session, fake_model, question, DONE)
    assert row.kind == "question" and row.deadline is None
    answer(session, row, text="blue")
    wait_for(run, "done")
    assert path(session)[2] == ("tool", "blue")


def test_silence_denies_after_the_deadline_and_a_late_answer_is_refused(
    session: Session, fake_model: FakeModel, hub: RunningHub, effect_log: Path
) -> None:
    run, row = ask(session, fake_model, ASK, DONE)
    Interruption.objects.filter(pk=row.pk).update(deadline=db_now())
    wait_for(run, "done")
    with pytest.raises(InterruptionExpired):
        answer(session, row, decision="allow")
    assert effects(effect_log) == []
    assert "in time" in path(session)[2][1]


def test_stopping_withdraws_the_question(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    with snapshot_keeps_up(session.id):
        run, row = ask(session, fake_model, ASK)
        assert stop_run(user_id=session.owner_id, run_id=run.id).status == "stopped"
    with pytest.raises(InterruptionCancelled):
        answer(session, row, decision="allow")
    assert path(session)[2][0] == "tool"


def test_always_allow_writes_one_rule_for_later_calls(
    world: World, session: Session, fake_model: FakeModel, hub: RunningHub, effect_log: Path
) -> None:
    run, row = ask(session, fake_model, ASK, ASK, DONE)
    answer(session, row, decision="allow", remember="session")
    wait_for(run, "done")
    assert len(effects(effect_log)) == 2
    rule = Policy.objects.get(session=session)
    assert (rule.pattern, rule.outcome) == ("ask_tool", "allow")


def test_a_rule_made_meanwhile_overrules_a_persons_approval(
    world: World, session: Session, fake_model: FakeModel, hub: RunningHub, effect_log: Path
) -> None:
    run, row = ask(session, fake_model, ASK, DONE)
    Policy.objects.create(
        scope="workspace", workspace=world.workspace, pattern="ask_*", outcome="deny"
    )
    answer(session, row, decision="allow")
    wait_for(run, "done")
    assert effects(effect_log) == []
    assert calls(session)[0].state == "denied"
