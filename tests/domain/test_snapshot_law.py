"""The law: an old snapshot plus the events after its cursor equals a fresh one.

There is a case for every type of event; a new type without one fails here. What workspaces list
is held to it beside the catalogue's tests.
"""

from collections.abc import Callable

import pytest

from agency.channel.protocol import Monitor
from agency.commands.compaction.compact_session import compact_session
from agency.commands.compaction.fail_compaction import fail_compaction
from agency.commands.compaction.open_compaction import CompactionFacts, open_compaction
from agency.commands.compaction.settle_compaction import settle_compaction
from agency.commands.interruption.answer_interruption import answer_interruption
from agency.commands.run.force_stop import force_stop
from agency.commands.run.ledger import CallFacts, Spent
from agency.commands.run.report_progress import report_progress
from agency.commands.run.retry_later import retry_later
from agency.commands.session._body import MessageBody
from agency.commands.session.close_session import close_session
from agency.commands.session.delete_session import delete_session
from agency.commands.session.edit_message import edit_message
from agency.commands.session.rename_branch import rename_branch
from agency.commands.session.stop_session import stop_session
from agency.commands.session.update_session import update_session
from agency.events import EVENTS
from agency.models import Interruption, Message, Run, Session, ToolGroup
from framework.db.transaction import unit_of_work
from framework.events.keys import session_stream, user_stream
from framework.events.replay import cursors, events_after
from tests import fold, fold_me
from tests.factories import World, make_session, say
from tests.fold import snapshot_keeps_up
from tests.fold_me import lists_keep_up
from tests.machine.state.scene import pass_time
from tests.one_worker import OneWorker

Case = Callable[[Session, OneWorker], None]


def working(session: Session, worker: OneWorker, *tools: str) -> None:
    say(session, "Go on.")
    worker.claims()
    if tools:
        worker.answers(*tools)


def is_queued(session: Session, worker: OneWorker) -> None:
    say(session, "Begin.")


def is_renamed(session: Session, worker: OneWorker) -> None:
    rename(session, "Another name")


def rename(session: Session, name: str) -> None:
    update_session(user_id=session.owner_id, session_id=session.id, changes={"name": name})


def changes_its_thinking(session: Session, worker: OneWorker) -> None:
    more = {"user_id": session.owner_id, "session_id": session.id}
    update_session(changes={"thinking": "high"}, **more)


def is_closed_while_it_waits(session: Session, worker: OneWorker) -> None:
    working(session, worker, "careful")
    worker.closes()
    close_session(user_id=session.owner_id, session_id=session.id)


def is_deleted(session: Session, worker: OneWorker) -> None:
    working(session, worker, "ask_human")
    worker.closes()
    delete_session(user_id=session.owner_id, session_id=session.id)


def is_edited(session: Session, worker: OneWorker) -> None:
    working(session, worker)
    worker.answers()
    first = Message.objects.get(session=session, role="human")
    more = {"user_id": session.owner_id, "session_id": session.id, "message_id": first.id}
    edit_message(body=MessageBody(text="Rather this."), **more)


def has_a_branch_renamed(session: Session, worker: OneWorker) -> None:
    is_edited(session, worker)
    more = {"user_id": session.owner_id, "session_id": session.id}
    branch = session.branches.order_by("created_at").first()
    assert branch is not None
    rename_branch(branch_id=branch.id, name="First try", **more)


def queues_a_message(session: Session, worker: OneWorker) -> None:
    working(session, worker)
    assert say(session, "And then?").queued is not None


def waits_for_a_person(session: Session, worker: OneWorker) -> None:
    working(session, worker, "peek", "careful")
    worker.finishes(worker.begins())
    worker.closes()


def tries_again_later(session: Session, worker: OneWorker) -> None:
    working(session, worker)
    worker.asks()
    retry_later(lease=worker.lease, seconds=60, error={"code": "busy", "title": "Busy"}, spent=None)


def is_answered(session: Session, worker: OneWorker) -> None:
    working(session, worker)
    worker.answers()


def closes_a_step(session: Session, worker: OneWorker) -> None:
    working(session, worker, "peek", "counter")
    for _ in range(2):
        worker.finishes(worker.begins())
    worker.closes()


def tells_progress(session: Session, worker: OneWorker) -> None:
    working(session, worker, "counter")
    call = worker.begins()
    report_progress(lease=worker.lease, call_id=call.id, text="half")


def is_stopped_with_its_draft(session: Session, worker: OneWorker) -> None:
    working(session, worker)
    message_id = worker.asks()
    run = worker.run
    stop_session(user_id=session.owner_id, session_id=session.id)
    pass_time(run, "stop_requested_at")
    text = {"block": 0, "kind": "text", "name": None, "call_id": None, "text": "Half a"}
    draft = {"message_id": str(message_id), "step": 0, "blocks": [text]}
    assert force_stop(run_id=run.id, draft=draft)


def gets_its_answer(session: Session, worker: OneWorker) -> None:
    waits_for_a_person(session, worker)
    row = Interruption.objects.get(session=session, status="pending")
    given = {"decision": "allow", "input": {"amount": 2}}
    answer_interruption(user_id=session.owner_id, interruption_id=row.id, answer=given)


def names_a_group(session: Session, worker: OneWorker) -> None:
    closes_a_step(session, worker)
    turn = Message.objects.get(session=session, role="ai")
    with unit_of_work():
        group = ToolGroup.objects.create(session=session, message=turn, name="Two looks")
        Monitor.group_meta_updated(group)


def begins_a_child(session: Session, worker: OneWorker) -> None:
    working(session, worker, "helper", "helper")
    worker.begins()
    worker.begins()
    worker.closes()


def has_a_child_that_ends(session: Session, worker: OneWorker) -> None:
    begins_a_child(session, worker)
    first, second = Session.objects.filter(parent=session).order_by("id")
    stop_session(user_id=session.owner_id, session_id=first.id)
    rename(second, "Another name")
    delete_session(user_id=session.owner_id, session_id=second.id)


def has_its_beginning_summarised(session: Session, worker: OneWorker) -> None:
    for words in ("One", "Two"):
        answer = say(session, words)
        worker.claims()
        worker.answers()
        assert answer.run is not None
    compact_session(user_id=session.owner_id, session_id=session.id)
    worker.claims()
    facts = CompactionFacts(2, "manual", 900, CallFacts("model", None, {}, ""), {})
    assert open_compaction(lease=worker.lease, facts=facts) is not None
    fail_compaction(lease=worker.lease, error={"code": "busy", "title": "Busy"}, spent=None)
    begun = open_compaction(lease=worker.lease, facts=facts)
    assert begun is not None
    settle_compaction(
        lease=worker.lease,
        compaction_id=begun.id,
        summary="Both were counted.",
        context={"tokens": 70, "window": 1_000, "threshold": 850, "model": "model", "depth": 4},
        spent=Spent({"input": 10, "output": 5}),
    )


CASES: dict[str, Case] = {
    "session_status": is_queued,
    "session_updated": changes_its_thinking,
    "session_closed": is_closed_while_it_waits,
    "name_updated": is_renamed,
    "session_deleted": is_deleted,
    "branch_created": is_edited,
    "branch_switched": has_a_branch_renamed,
    "queue_changed": queues_a_message,
    "run_start": is_queued,
    "run_waiting": waits_for_a_person,
    "run_retrying": tries_again_later,
    "run_end": is_stopped_with_its_draft,
    "step_start": is_answered,
    "step_end": closes_a_step,
    "tool_call": tells_progress,
    "tool_result": closes_a_step,
    "usage": is_answered,
    "interruption_opened": waits_for_a_person,
    "interruption_resolved": gets_its_answer,
    "group_meta_updated": names_a_group,
    "child_started": begins_a_child,
    "child_ended": has_a_child_that_ends,
    "context_compacted": has_its_beginning_summarised,
}


@pytest.fixture
def shared(world: World) -> Session:
    """A session that the whole workspace sees."""
    return make_session(world, visibility="workspace")


def test_every_event_type_has_a_case_and_a_fold() -> None:
    topics = {event.topic for event in EVENTS}
    assert set(CASES) == topics
    assert set(fold.FOLDS) == topics
    assert set(fold_me.FOLDS) == {event.topic for event in EVENTS if event.coarse}


@pytest.mark.parametrize("topic", [one for one in CASES if one != "session_deleted"])
def test_an_open_window_follows(topic: str, session: Session) -> None:
    with snapshot_keeps_up(session.id):
        CASES[topic](session, OneWorker(session))
    told = {frame.get("event") for frame in events_after(session_stream(session.id), 0, limit=999)}
    assert topic in told


@pytest.mark.parametrize("topic", [event.topic for event in EVENTS if event.coarse])
def test_lists_and_inboxes_follow(topic: str, world: World, shared: Session) -> None:
    people = (world.owner.pk, world.editor.pk, world.viewer.pk, world.stranger.pk)
    before = cursors([user_stream(one) for one in people])
    with lists_keep_up(*people):
        CASES[topic](shared, OneWorker(shared))
    for person in people[:3]:
        key = user_stream(person)
        told = {frame["event"] for frame in events_after(key, before[str(key)])}
        assert topic in told
    stranger = user_stream(world.stranger.pk)
    assert events_after(stranger, before[str(stranger)]) == []


def test_those_who_lose_sight_of_a_session_lose_it_in_their_lists(
    world: World, shared: Session
) -> None:
    waits_for_a_person(shared, OneWorker(shared))
    more = {"user_id": world.owner.pk, "session_id": shared.id}
    with lists_keep_up(world.owner.pk, world.editor.pk):
        update_session(changes={"visibility": "private"}, **more)
    with lists_keep_up(world.owner.pk, world.editor.pk):
        update_session(changes={"visibility": "workspace"}, **more)
    assert len(fold_me.take_own(world.editor.pk)["interruptions"]) == 1


def test_the_law_notices_a_change_that_nobody_was_told(session: Session) -> None:
    with pytest.raises(AssertionError, match="did not keep up"), snapshot_keeps_up(session.id):
        Session.objects.filter(id=session.id).update(name="In secret")


def test_the_law_of_lists_notices_it_too(session: Session) -> None:
    owner = session.owner_id
    with pytest.raises(AssertionError, match="did not keep up"), lists_keep_up(owner):
        Run.objects.filter(session=session).delete()
        Session.objects.filter(id=session.id).update(name="In secret")
