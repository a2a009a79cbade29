"""From a person's message to the agent's answer."""

from pathlib import Path

from agency.models import ModelCall, Session
from tests.chaos_tools.effects import read_log
from tests.factories import say
from tests.fakes.model.server import FakeModel
from tests.fold import snapshot_keeps_up
from tests.hub import RunningHub
from tests.runs import calls, path, wait_for


def test_a_message_is_answered(session: Session, fake_model: FakeModel, hub: RunningHub) -> None:
    fake_model.script({"text": "Good morning to you."})
    with snapshot_keeps_up(session.id):
        run = wait_for(say(session, "Good morning").run, "done", "failed")
    assert run.error is None
    assert path(session) == [("human", "Good morning"), ("ai", "Good morning to you.")]
    session.refresh_from_db()
    assert session.status == "completed"
    call = ModelCall.objects.get(run_id=run.id)
    assert call.state == "done"
    assert call.output_tokens
    assert call.cost is None


def test_parallel_tools_run_once_each_and_their_results_come_in_call_order(
    session: Session, fake_model: FakeModel, hub: RunningHub, effect_log: Path
) -> None:
    fake_model.script(
        {
            "text": "Counting.",
            "tools": [
                {"name": "counter_add", "input": {"counter": "a", "amount": 1}},
                {"name": "fail_tool", "input": {"text": "no luck"}},
                {"name": "counter_add", "input": {"counter": "b", "amount": 2}},
            ],
        },
        {"text": "Counted."},
    )
    with snapshot_keeps_up(session.id):
        run = wait_for(say(session, "Count").run, "done", "failed")
    assert run.error is None
    assert path(session) == [
        ("human", "Count"),
        ("ai", "Counting."),
        ("tool", "added 1 to a"),
        ("tool", "no luck"),
        ("tool", "added 2 to b"),
        ("ai", "Counted."),
    ]
    assert [call.state for call in calls(session)] == ["done", "failed", "done"]
    effects = [line for line in read_log(effect_log) if line["phase"] == "effect"]
    assert len(effects) == 2


def test_the_model_is_told_of_unknown_tools_and_wrong_arguments(
    session: Session, fake_model: FakeModel, hub: RunningHub, effect_log: Path
) -> None:
    fake_model.script(
        {
            "tools": [
                {"name": "no_such_tool", "input": {}},
                {"name": "counter_add", "input": {"amount": "many"}},
                {"name": "counter_add", "raw": '{"counter": "a", "amo'},
            ]
        },
        {"text": "I see."},
    )
    wait_for(say(session, "Try").run, "done")
    texts = [text for role, text in path(session) if role == "tool"]
    assert "no tool named no_such_tool" in texts[0]
    assert "counter" in texts[1]
    assert "not complete JSON" in texts[2]
    assert read_log(effect_log) == []


def test_a_queued_message_runs_when_the_first_is_done(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    fake_model.script(
        {"text": "First answer.", "hold": {"name": "first", "after_deltas": 1}},
        {"text": "Second answer."},
    )
    with snapshot_keeps_up(session.id):
        first = say(session, "One").run
        wait_for(first, "running")
        assert say(session, "Two").queued is not None
        fake_model.release("first")
        wait_for(first, "done")
        last = session.runs.order_by("-created_at").first()
        assert last is not None and last != first
        wait_for(last, "done")
    assert [text for _, text in path(session)] == [
        "One", "First answer.", "Two", "Second answer.",
    ]  # fmt: skip


def test_a_run_ends_at_its_limit_of_steps(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    agent = session.agent
    assert agent is not None
    agent.limits = {"steps": 2}
    agent.save()
    more = {"tools": [{"name": "peek", "input": {}}]}
    fake_model.script(more, more, more)
    run = wait_for(say(session, "For ever").run, "failed")
    assert run.error is not None
    assert run.error["code"] == "step_limit"
    assert len(fake_model.requests) == 2
