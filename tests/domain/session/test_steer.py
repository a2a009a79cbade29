"""A message that steers is seen at the next model call, and breaks no pair of call and result."""

from langchain_core.messages import messages_from_dict

from agency.commands.interruption.answer_interruption import answer_interruption
from agency.commands.run.finalise_run import finalise_run
from agency.commands.run.release_run import release_run
from agency.commands.session._body import MessageBody
from agency.commands.session.resume_queue import resume_queue
from agency.commands.session.send_message import send_message
from agency.commands.session.stop_session import stop_session
from agency.commands.session.withdraw_queued import withdraw_queued
from agency.loop.prepare import prepare_turn
from agency.models import Interruption, Message, Model, QueuedMessage, Run, Session
from agency.prompt.history import valid_history
from agency.queries.path import full_path
from tests.factories import World, say
from tests.fold import snapshot_keeps_up
from tests.one_worker import OneWorker


def steer(session: Session, text: str) -> QueuedMessage:
    queued = say(session, text, when_busy="steer").queued
    assert queued is not None and queued.strategy == "steer"
    return queued


def roles(session: Session) -> list[str]:
    session.refresh_from_db()
    assert session.active_branch_id is not None
    path = full_path(session.active_branch_id)
    messages = messages_from_dict([{"type": one.role, "data": one.content} for one in path])
    assert valid_history(messages) == []
    return [one.role for one in path]


def working(session: Session, *tools: str) -> OneWorker:
    worker = OneWorker(session)
    say(session, "Begin.")
    worker.claims()
    if tools:
        worker.answers(*tools)
    return worker


def test_it_joins_after_the_results_of_the_step_under_way(session: Session) -> None:
    worker = working(session, "peek", "counter")
    with snapshot_keeps_up(session.id):
        row = steer(session, "Mind the cat.")
        for _ in range(2):
            worker.finishes(worker.begins())
        worker.closes()
    assert roles(session) == ["human", "ai", "tool", "tool", "human"]
    joined = Message.objects.get(id=row.id)
    assert (joined.run_id, joined.author_id) == (worker.run.id, session.owner_id)
    assert not QueuedMessage.objects.exists()
    worker.answers()
    assert worker.run.status == "done"
    assert session.runs.count() == 1


def test_a_turn_without_calls_gets_one_more_step(session: Session) -> None:
    worker = working(session)
    steer(session, "And the dog.")
    with snapshot_keeps_up(session.id):
        worker.answers()
        assert worker.run.status == "running"
        worker.closes()
    assert roles(session) == ["human", "ai", "human"]
    worker.answers()
    assert (worker.run.status, worker.run.step) == ("done", 1)


def test_before_the_first_call_it_is_seen_by_that_call(session: Session) -> None:
    worker = OneWorker(session)
    say(session, "Begin.")
    steer(session, "Quickly.")
    worker.claims()
    with snapshot_keeps_up(session.id):
        worker.closes()
    assert (roles(session), worker.run.step) == (["human", "human"], 0)
    worker.answers()
    assert worker.run.status == "done"


def test_several_join_in_their_order(session: Session) -> None:
    worker = working(session, "peek")
    rows = [steer(session, text) for text in ("One", "Two", "Three")]
    worker.finishes(worker.begins())
    worker.closes()
    joined = Message.objects.filter(role="human").order_by("depth")[1:]
    assert [one.id for one in joined] == [one.id for one in rows]


def test_it_waits_while_the_run_waits_for_a_person(session: Session) -> None:
    worker = working(session, "careful")
    worker.closes()
    assert worker.run.status == "suspended"
    row = steer(session, "Do not forget.")
    assert QueuedMessage.objects.filter(id=row.id).exists()
    question = Interruption.objects.get(status="pending")
    answer = {"decision": "deny", "reason": "no"}
    answer_interruption(user_id=session.owner_id, interruption_id=question.id, answer=answer)
    worker.claims()
    worker.closes()
    assert roles(session) == ["human", "ai", "tool", "human"]


def test_one_that_is_withdrawn_in_time_leaves_a_finished_run(session: Session) -> None:
    worker = working(session)
    row = steer(session, "Or not.")
    worker.answers()
    withdraw_queued(user_id=session.owner_id, session_id=session.id, queued_id=row.id)
    worker.closes()
    finalise_run(lease=worker.lease, status="done")
    assert roles(session) == ["human", "ai"]


def test_one_that_comes_after_the_last_close_is_not_lost_with_a_handover(
    session: Session,
) -> None:
    worker = working(session)
    first = steer(session, "Or not.")
    worker.answers()
    withdraw_queued(user_id=session.owner_id, session_id=session.id, queued_id=first.id)
    worker.closes()
    steer(session, "But this.")
    release_run(lease=worker.lease)
    worker.claims()
    worker.closes()
    assert roles(session) == ["human", "ai", "human"]
    worker.answers()
    assert worker.run.status == "done"


def test_a_stop_makes_it_an_ordinary_message_that_is_held_back(session: Session) -> None:
    worker = working(session, "careful")
    worker.closes()
    row = steer(session, "Too late.")
    with snapshot_keeps_up(session.id):
        stop_session(user_id=session.owner_id, session_id=session.id)
    row.refresh_from_db()
    session.refresh_from_db()
    assert (row.strategy, row.version, session.queue_paused) == ("queue", 2, True)
    run = resume_queue(user_id=session.owner_id, session_id=session.id)
    assert run is not None and Message.objects.filter(id=row.id).exists()


def test_an_error_makes_it_an_ordinary_message_too(session: Session) -> None:
    worker = working(session)
    row = steer(session, "Too late.")
    error = {"code": "model_fatal", "title": "No."}
    with snapshot_keeps_up(session.id):
        finalise_run(lease=worker.lease, status="failed", error=error)
    row.refresh_from_db()
    session.refresh_from_db()
    assert (row.strategy, session.queue_paused) == ("queue", True)


def test_at_the_limit_of_steps_it_begins_the_next_run(session: Session, world: World) -> None:
    world.agent.limits = {"steps": 1}
    world.agent.save()
    worker = working(session)
    row = steer(session, "One more thing.")
    worker.answers()
    finalise_run(lease=worker.lease, status="done")
    assert Message.objects.get(id=row.id).role == "human"
    assert [run.status for run in session.runs.order_by("created_at")] == ["done", "queued"]


def test_while_nothing_runs_it_is_a_plain_message(session: Session) -> None:
    sent = say(session, "Hello", when_busy="steer")
    assert sent.message is not None and sent.run is not None


def test_the_model_that_it_asks_for_answers_it(session: Session, world: World) -> None:
    other = Model.objects.create(
        workspace=world.workspace,
        provider=world.model.provider,
        name="Other",
        model_id="other",
        abilities={"tools": True},
    )
    worker = working(session, "peek")
    body = MessageBody(text="Think harder.", model=other.id)
    send_message(user_id=session.owner_id, session_id=session.id, body=body, when_busy="steer")
    assert prepare_turn(worker.lease).request.model != "other"
    worker.finishes(worker.begins())
    with snapshot_keeps_up(session.id):
        worker.closes()
    assert prepare_turn(worker.lease).request.model == "other"


def test_a_repeat_gets_the_run_that_it_steered(session: Session) -> None:
    worker = working(session, "peek")
    row = steer(session, "Mind the cat.")
    worker.finishes(worker.begins())
    worker.closes()
    again = say(session, "Mind the cat.", row.id, when_busy="steer")
    assert again.message is not None and again.message.id == row.id
    assert again.run == Run.objects.get()
