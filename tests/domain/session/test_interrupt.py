"""A message that interrupts stops the run under way, keeps its text, and is answered first."""

import threading
from typing import Any

import pytest
from django.db import connection

from agency.commands.interruption.answer_interruption import answer_interruption
from agency.commands.run.finalise_run import finalise_run
from agency.commands.session.edit_queued import edit_queued
from agency.commands.session.send_message import Sent
from agency.commands.session.stop_session import stop_session
from agency.errors import InterruptionCancelled
from agency.models import Interruption, Message, QueuedMessage, Run, Session
from tests.factories import say
from tests.fold import snapshot_keeps_up
from tests.one_worker import OneWorker


def interrupt(session: Session, text: str) -> Sent:
    return say(session, text, when_busy="interrupt")


def order(session: Session) -> list[tuple[str, str]]:
    rows = QueuedMessage.objects.filter(session=session).order_by("position")
    return [(row.body["text"], row.strategy) for row in rows]


def working(session: Session, *tools: str) -> OneWorker:
    worker = OneWorker(session)
    say(session, "Begin.")
    worker.claims()
    if tools:
        worker.answers(*tools)
    return worker


def stops(worker: OneWorker, text: str) -> None:
    """What the worker does when it hears of the stop: its run ends with the text so far."""
    block = {"block": 0, "kind": "text", "name": None, "call_id": None, "text": text}
    draft = {"message_id": str(worker.asking), "step": worker.run.step, "blocks": [block]}
    finalise_run(lease=worker.lease, status="stopped", draft=draft)


def test_it_is_answered_next_though_the_rest_is_held_back(session: Session) -> None:
    worker = working(session)
    worker.asks()
    say(session, "Later.")
    with snapshot_keeps_up(session.id):
        sent = interrupt(session, "Stop, rather this.")
        assert sent.queued is not None and sent.queued.position == 1
        assert worker.run.stop_requested_at is not None
        stops(worker, "Half an ans")
    session.refresh_from_db()
    assert (session.queue_paused, session.status) == (True, "queued")
    assert order(session) == [("Later.", "queue")]
    texts = [(one.role, one.partial) for one in Message.objects.order_by("depth")]
    assert texts == [("human", False), ("ai", True), ("human", False)]
    assert Message.objects.get(depth=3).id == sent.queued.id
    worker.claims()
    worker.answers()
    assert order(session) == [("Later.", "queue")], "the rest stays until somebody resumes it"


def test_it_withdraws_the_question_that_the_run_waits_for(session: Session) -> None:
    worker = working(session, "careful")
    worker.closes()
    question = Interruption.objects.get()
    with snapshot_keeps_up(session.id):
        sent = interrupt(session, "Never mind.")
    assert sent.message is not None and sent.run is not None and sent.queued is None
    assert sent.run.status == "queued"
    question.refresh_from_db()
    assert question.status == "cancelled"
    assert [one.role for one in Message.objects.order_by("depth")] == [
        "human",
        "ai",
        "tool",
        "human",
    ]
    with pytest.raises(InterruptionCancelled):
        answer_interruption(
            user_id=session.owner_id, interruption_id=question.id, answer={"decision": "allow"}
        )


def test_a_run_that_nobody_took_yet_gives_way_at_once(session: Session) -> None:
    first = say(session, "Begin.")
    sent = interrupt(session, "Rather this.")
    assert sent.message is not None and sent.message.depth == 2
    assert first.run is not None
    assert Run.objects.get(id=first.run.id).status == "stopped"


def test_several_are_answered_in_their_order(session: Session) -> None:
    worker = working(session)
    worker.asks()
    say(session, "Later.")
    interrupt(session, "One")
    interrupt(session, "Two")
    assert order(session) == [("One", "interrupt"), ("Two", "interrupt"), ("Later.", "queue")]
    with snapshot_keeps_up(session.id):
        stops(worker, "Half")
        worker.claims()
        worker.answers()
    assert order(session) == [("Later.", "queue")]
    said = Message.objects.filter(role="human").order_by("depth")
    assert [one.content["content"] for one in said] == ["Begin.", "One", "Two"]
    assert worker.run.status == "queued"


def test_a_stop_by_a_person_has_the_last_word(session: Session) -> None:
    worker = working(session)
    worker.asks()
    interrupt(session, "One")
    with snapshot_keeps_up(session.id):
        stop_session(user_id=session.owner_id, session_id=session.id)
        stops(worker, "Half")
    session.refresh_from_db()
    assert (session.status, session.queue_paused) == ("stopped", True)
    assert order(session) == [("One", "queue")]


def test_it_comes_after_a_run_that_ends_by_itself_meanwhile(session: Session) -> None:
    worker = working(session)
    message = worker.asks()
    interrupt(session, "One")
    worker.commits(message)
    assert order(session) == []
    assert [one.role for one in Message.objects.order_by("depth")] == ["human", "ai", "human"]


def test_while_nothing_runs_it_is_a_plain_message(session: Session) -> None:
    sent = interrupt(session, "Hello")
    assert sent.message is not None and sent.run is not None


def test_a_repeat_changes_nothing(session: Session) -> None:
    worker = working(session)
    worker.asks()
    first = interrupt(session, "One").queued
    assert first is not None
    again = say(session, "One", first.id, when_busy="interrupt")
    assert again.queued == first and QueuedMessage.objects.count() == 1


def test_a_waiting_message_may_begin_to_interrupt(session: Session) -> None:
    worker = working(session, "careful")
    worker.closes()
    say(session, "Later.")
    row = say(session, "Now!").queued
    assert row is not None
    with snapshot_keeps_up(session.id):
        change(session, row, strategy="interrupt")
    assert Message.objects.filter(id=row.id).exists()
    assert order(session) == [("Later.", "queue")]


def test_one_that_is_chosen_while_nothing_runs_is_sent_and_the_rest_stays(
    session: Session,
) -> None:
    worker = working(session, "careful")
    worker.closes()
    say(session, "Later.")
    row = say(session, "This one.").queued
    assert row is not None
    stop_session(user_id=session.owner_id, session_id=session.id)
    with snapshot_keeps_up(session.id):
        change(session, row, strategy="steer")
    session.refresh_from_db()
    assert (session.queue_paused, session.status) == (True, "queued")
    assert order(session) == [("Later.", "queue")]


def test_one_that_no_longer_interrupts_waits_like_any_other(session: Session) -> None:
    worker = working(session)
    worker.asks()
    say(session, "Later.")
    row = interrupt(session, "Now!").queued
    assert row is not None
    with snapshot_keeps_up(session.id):
        change(session, row, strategy="queue", position=2)
        stops(worker, "Half")
    assert order(session) == [("Later.", "queue"), ("Now!", "queue")]
    session.refresh_from_db()
    assert session.status == "stopped"


def test_nothing_is_moved_before_one_that_interrupts(session: Session) -> None:
    working(session).asks()
    row = say(session, "Later.").queued
    interrupt(session, "Now!")
    assert row is not None
    change(session, row, position=1)
    assert order(session) == [("Now!", "interrupt"), ("Later.", "queue")]


def change(session: Session, row: QueuedMessage, **more: Any) -> None:
    edit_queued(
        user_id=session.owner_id,
        session_id=session.id,
        queued_id=row.id,
        version=row.version,
        **more,
    )


def test_tabs_that_send_at_once_get_one_order_and_one_live_run(session: Session) -> None:
    say(session, "Begin.")
    barrier = threading.Barrier(6)
    strategies = ("queue", "steer", "interrupt") * 2
    failures: list[BaseException] = []

    def send(number: int, strategy: str) -> None:
        try:
            barrier.wait(20)
            say(session, f"Number {number}", when_busy=strategy)
        except BaseException as error:
            failures.append(error)
        finally:
            connection.close()

    tabs = [threading.Thread(target=send, args=one) for one in enumerate(strategies)]
    for tab in tabs:
        tab.start()
    for tab in tabs:
        tab.join(30)
    assert failures == []
    assert Run.objects.filter(status__in=("queued", "running", "suspended")).count() == 1
    places = list(QueuedMessage.objects.order_by("position").values_list("position", flat=True))
    assert len(places) == len(set(places))
    assert QueuedMessage.objects.count() + Message.objects.count() == 7
    depths = list(Message.objects.order_by("depth").values_list("depth", flat=True))
    assert depths == list(range(1, len(depths) + 1))
