"""When the model fails."""

from agency.commands.run.stop_run import stop_run
from agency.models import Message, ModelCall, Run, Session
from framework.bus import publish
from framework.db.clock import db_now
from tests.factories import say
from tests.fakes.model.server import FakeModel
from tests.fold import snapshot_keeps_up
from tests.hub import RunningHub, eventually
from tests.runs import path, wait_for


def hurry(run: Run) -> None:
    """Let the time of the next try be now."""
    Run.objects.filter(pk=run.pk, status="queued").update(not_before=db_now())


def wait_for_retry(run: Run | None, attempt: int) -> Run:
    assert run is not None
    found = Run.objects.filter(pk=run.pk, status="queued", attempt=attempt)
    eventually(found.exists, f"waiting after failure {attempt}")
    return found.get()


def test_an_overloaded_provider_is_tried_again_without_holding_anything(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    fake_model.script({"status": 529}, {"text": "Here I am."})
    with snapshot_keeps_up(session.id):
        run = wait_for_retry(say(session, "Hello").run, 1)
        session.refresh_from_db()
        assert session.status == "waiting_retry"
        assert run.not_before is not None and run.owner_id is None
        hurry(run)
        wait_for(run, "done")
    assert path(session)[-1] == ("ai", "Here I am.")
    assert sorted(ModelCall.objects.values_list("state", flat=True)) == ["done", "failed"]


def test_a_rate_limits_own_waiting_time_is_honoured(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    fake_model.script({"status": 429, "retry_after": 120})
    run = wait_for_retry(say(session, "Hello").run, 1)
    assert run.not_before is not None
    assert 110 < (run.not_before - db_now()).total_seconds() < 125


def test_an_answer_that_breaks_is_begun_again_and_never_doubled(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    fake_model.script(
        {"text": "One two three.", "error_event": {"after_deltas": 2, "type": "overloaded_error"}},
        {"text": "One two three."},
    )
    run = wait_for_retry(say(session, "Count").run, 1)
    hurry(run)
    wait_for(run, "done")
    assert path(session) == [("human", "Count"), ("ai", "One two three.")]


def test_after_the_last_attempt_the_run_fails_and_keeps_its_partial_text(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    broken = {
        "text": "One two three.",
        "error_event": {"after_deltas": 2, "type": "overloaded_error"},
    }
    fake_model.script(broken, broken, broken)
    with snapshot_keeps_up(session.id):
        run = say(session, "Count").run
        for attempt in (1, 2):
            hurry(wait_for_retry(run, attempt))
        ended = wait_for(run, "failed")
    assert ended.error is not None
    assert ended.error["code"] == "model_overloaded"
    assert Message.objects.get(run=run).partial
    assert path(session)[-1] == ("ai", "One two ")


def test_a_stop_while_it_waits_for_the_next_try_keeps_what_was_shown(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    fake_model.script(
        {"text": "One two three.", "error_event": {"after_deltas": 2, "type": "overloaded_error"}}
    )
    with snapshot_keeps_up(session.id):
        run = wait_for_retry(say(session, "Count").run, 1)
        publish.drain()
        assert stop_run(user_id=session.owner_id, run_id=run.id).status == "stopped"
    assert path(session)[-1] == ("ai", "One two ")


def test_a_refused_request_fails_at_once_with_a_hint(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    fake_model.script({"status": 401, "message": "invalid x-api-key"})
    run = wait_for(say(session, "Hello").run, "failed")
    assert run.error is not None
    assert run.error["code"] == "model_fatal"
    assert run.error["hint"]
    session.refresh_from_db()
    assert session.status == "failed"
