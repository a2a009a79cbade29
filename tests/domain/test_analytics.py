"""What is counted, by whom it is read, and that no words are among it."""

import json
from datetime import timedelta
from typing import Any

from django.test import override_settings

from agency.analytics import KINDS
from agency.commands.interruption.answer_interruption import answer_interruption
from agency.commands.interruption.expire_interruption import expire_interruption
from agency.commands.run.finalise_run import finalise_run
from agency.commands.session._body import MessageBody
from agency.commands.session.close_session import close_session
from agency.commands.session.delete_session import delete_session
from agency.commands.session.edit_message import edit_message
from agency.commands.session.resume_session import resume_session
from agency.commands.session.update_session import update_session
from agency.commands.worker.prune import prune
from agency.models import AnalyticsEvent, Interruption, Message, Mode, Session
from framework.db.clock import db_now
from tests.factories import World, make_session, say
from tests.one_worker import OneWorker

WORDS = "unspeakable words"


def counted(session: Session) -> list[tuple[str, dict[str, Any]]]:
    """The rows of the session, oldest first."""
    rows = AnalyticsEvent.objects.filter(session_id=session.id).order_by("at", "id")
    return [(row.event, row.properties) for row in rows]


def newest(session: Session, event: str) -> dict[str, Any]:
    """The properties of the session's newest row of that kind."""
    return next(found for name, found in reversed(counted(session)) if name == event)


def question(session: Session) -> Interruption:
    return Interruption.objects.get(session=session, status="pending")


def lives(world: World) -> Session:
    """A session in which everything happens once that is counted."""
    session = make_session(world, name=WORDS)
    person = {"user_id": world.owner.pk, "session_id": session.id}
    worker = works(session)
    first = Message.objects.get(session=session, depth=1)
    edit_message(message_id=first.id, body=MessageBody(text=WORDS), **person)
    worker.claims()
    finalise_run(lease=worker.lease, status="failed", error={"code": "overloaded"})
    mode = Mode.objects.create(workspace=world.workspace, name=WORDS, slug="one")
    update_session(changes={"model": str(world.model.id), "mode": str(mode.id)}, **person)
    close_session(**person)
    Session.objects.update(closed_at=db_now() - timedelta(hours=3))
    resume_session(**person)
    return session


def works(session: Session) -> OneWorker:
    """A turn with a call that a person allows, edited, and one that needs nobody."""
    worker = OneWorker(session)
    say(session, WORDS)
    worker.claims()
    worker.answers("careful", "peek")
    worker.finishes(worker.begins())
    worker.closes()
    given = {"decision": "allow", "input": {"amount": 2}, "remember": "session"}
    row = question(session)
    answer_interruption(user_id=session.owner_id, interruption_id=row.id, answer=given)
    worker.claims()
    worker.finishes(worker.begins())
    worker.closes()
    worker.answers()
    return worker


def test_a_session_is_counted_from_its_beginning_to_its_end(world: World) -> None:
    found = counted(lives(world))
    assert [name for name, _ in found] == [
        "session_started", "first_message", "approval_requested", "tool_executed",
        "approval_resolved", "tool_executed", "turn_completed", "session_branched",
        "turn_completed", "session_error", "model_switched", "mode_switched",
        "session_completed", "session_resumed",
    ]  # fmt: skip
    assert {name for name, _ in found} == set(KINDS)
    assert all(set(KINDS[name].properties) == set(properties) for name, properties in found)
    assert WORDS not in json.dumps(found)


def test_the_figures_are_those_of_what_happened(world: World) -> None:
    session = lives(world)
    assert newest(session, "first_message") == {"characters": len(WORDS), "pictures": 0}
    resolved = newest(session, "approval_resolved")
    given = [resolved[name] for name in ("decision", "edited", "remembered")]
    assert given == ["allow", True, "session"]
    tool = newest(session, "tool_executed")
    assert (tool["name"], tool["server"], tool["status"]) == ("careful", "builtin", "done")
    assert newest(session, "session_error") == {"code": "overloaded"}
    summary = newest(session, "session_completed")
    assert summary["tools"] == {"careful": 1, "peek": 1}
    assert (summary["branches"], summary["status"]) == (2, "failed")
    assert 2.9 < newest(session, "session_resumed")["hours_closed"] < 3.1


def test_a_question_that_nobody_answers_is_counted_as_expired(
    world: World, session: Session
) -> None:
    say(session, "Go")
    worker = OneWorker(session)
    worker.claims()
    worker.answers("careful")
    worker.closes()
    expire_interruption(interruption_id=question(session).id, early=True)
    assert newest(session, "approval_resolved")["decision"] == "expired"


def test_the_count_outlives_its_session(session: Session) -> None:
    delete_session(user_id=session.owner_id, session_id=session.id)
    assert newest(session, "session_completed")["messages"] == 0


def test_old_counts_are_dropped_and_none_are_made_when_they_are_not_kept(world: World) -> None:
    old, young = make_session(world), make_session(world)
    AnalyticsEvent.objects.filter(session_id=old.id).update(at=db_now() - timedelta(days=500))
    prune()
    assert (counted(old), len(counted(young))) == ([], 1)
    with override_settings(AGENCY_ANALYTICS_DAYS=0):
        assert counted(make_session(world)) == []
        prune()
    assert AnalyticsEvent.objects.count() == 0
