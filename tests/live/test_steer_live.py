"""A run on a real worker is steered, then interrupted; what waits besides is held back."""

from agency.models import Message, QueuedMessage, Session
from framework.bus.drafts import read_draft
from tests.factories import say
from tests.fakes.model.server import FakeModel
from tests.fold import snapshot_keeps_up
from tests.plugin.services import wait_until
from tests.runs import path, wait_for
from tests.workers import Workers


def test_a_run_is_steered_and_then_interrupted(
    session: Session, fake_model: FakeModel, workers: Workers
) -> None:
    fake_model.script(
        {"text": "I look for it.", "hold": {"name": "first", "after_deltas": 2}},
        {"text": "By the window then.", "hold": {"name": "second", "after_deltas": 2}},
        {"text": "I stop looking."},
    )
    workers.start()
    with snapshot_keeps_up(session.id):
        run = say(session, "Find the key").run
        assert run is not None
        wait_until(lambda: "I look" in str(read_draft(run.id)), "the first words", 60)
        assert say(session, "Look by the window", when_busy="steer").queued is not None
        fake_model.release("first")
        wait_until(lambda: "By the" in str(read_draft(run.id)), "the next words", 60)
        assert path(session)[-1] == ("human", "Look by the window")
        say(session, "And the lock?")
        sent = say(session, "I have it", when_busy="interrupt")
        assert sent.queued is not None
        wait_for(run, "stopped")
        wait_for(session.runs.latest("created_at"), "done")
    assert fake_model.refused == []
    assert path(session) == [
        ("human", "Find the key"),
        ("ai", "I look for it."),
        ("human", "Look by the window"),
        ("ai", "By the "),
        ("human", "I have it"),
        ("ai", "I stop looking."),
    ]
    run.refresh_from_db()
    assert (run.status, run.step) == ("stopped", 1)
    assert Message.objects.get(session=session, partial=True).depth == 4
    session.refresh_from_db()
    assert session.queue_paused
    assert QueuedMessage.objects.get(session=session).body["text"] == "And the lock?"
