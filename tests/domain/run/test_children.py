"""A call whose work a child session does: begun once, delivered once, stopped with its parent."""

import json
from typing import Any

from agency.commands._rows import set_session_status
from agency.commands.interruption.answer_interruption import answer_interruption
from agency.commands.session._body import MessageBody
from agency.commands.session.close_session import close_session
from agency.commands.session.delete_branch import delete_branch
from agency.commands.session.delete_session import delete_session
from agency.commands.session.edit_message import edit_message
from agency.commands.session.stop_session import stop_session
from agency.commands.session.switch_branch import switch_branch
from agency.models import Run, Session, ToolCall
from agency.queries.inbox import inbox
from framework.db.transaction import unit_of_work
from framework.events.keys import user_stream
from framework.events.models import Stream
from framework.events.replay import cursors, events_after
from tests.factories import World, say
from tests.fakes.model.server import FakeModel
from tests.fold import snapshot_keeps_up
from tests.fold_me import lists_keep_up
from tests.hub import RunningHub, eventually
from tests.runs import calls, path, pending, status_of, wait_for

NEVER: dict[str, Any] = {"text": "Never.", "silent_after": -1}
ASKS = {"tools": [{"name": "ask_human", "input": {"question": "Which colour?"}}]}


def agent(prompt: str, **more: Any) -> dict[str, Any]:
    """A call of the tool Agent."""
    return {"name": "Agent", "input": {"description": "Look closely", "prompt": prompt, **more}}


def plan(*steps: Any) -> str:
    """A prompt that dictates its own answers."""
    return f"PLAN: {json.dumps(list(steps))}"


def hands_out(*prompts: str) -> str:
    """A prompt by which a model begins one child for each prompt, all in one turn."""
    return plan({"text": "Wait.", "tools": [agent(one) for one in prompts]}, {"text": "Thanks."})


def children(session: Session) -> list[Session]:
    """In the order of their calls; those of one turn begin in any order."""
    return list(Session.objects.filter(parent=session).order_by("parent_call__idx"))


def run_of(session: Session) -> Run:
    return session.runs.latest("created_at")


def begun(session: Session, *prompts: str) -> tuple[Run, list[Session]]:
    """A run that sleeps until its children, which live, are done."""
    run = wait_for(say(session, hands_out(*prompts)).run, "suspended")
    return run, children(session)


def test_a_childs_last_words_are_the_result(session: Session, hub: RunningHub) -> None:
    with snapshot_keeps_up(session.id):
        run = wait_for(say(session, hands_out(plan({"text": "It is blue."}))).run, "done")
    assert path(session)[2:] == [("tool", "It is blue."), ("ai", "Thanks.")]
    (child,) = children(session)
    assert path(child)[1] == ("ai", "It is blue.")
    assert (child.kind, child.depth, child.root_id) == ("child", 1, session.id)
    assert (child.owner_id, child.folder) == (session.owner_id, session.folder)
    call = calls(session)[0]
    assert child.parent_call_id == call.id and call.child_session_id == child.id
    assert run.error is None


def test_children_of_one_turn_work_side_by_side(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    slow = {"text": "One two.", "hold": {"name": "both", "after_deltas": 1}}
    run, both = begun(session, plan(slow), plan(slow))
    eventually(lambda: fake_model.stats["live"] == 2, "both children's streams")
    fake_model.release("both")
    wait_for(run, "done")
    assert [one.depth for one in both] == [1, 1]
    assert [text for role, text in path(session) if role == "tool"] == ["One two."] * 2


def test_a_waiting_parent_holds_nothing(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    run, (child,) = begun(session, plan(NEVER))
    eventually(lambda: fake_model.stats["live"] == 1, "the child's request")
    eventually(lambda: list(hub.hub.runners) == [run_of(child).id], "only the child is driven")
    assert run.owner_id is None
    assert session.runs.filter(owner__isnull=False).count() == 0


def test_a_child_asks_the_person_and_stands_in_the_inbox_with_its_tree(
    session: Session, hub: RunningHub
) -> None:
    with lists_keep_up(session.owner_id), snapshot_keeps_up(session.id):
        run, (child,) = begun(session, plan(ASKS, {"text": "Blue, then."}))
        wait_for(run_of(child), "suspended")
        (shown,) = inbox(session.owner_id)
        answer = {"text": "blue"}
        row = pending(child)[0]
        answer_interruption(user_id=session.owner_id, interruption_id=row.id, answer=answer)
        wait_for(run, "done")
    assert shown["session_name"] == child.name == "Look closely"
    assert (shown["parent_id"], shown["root_id"]) == (str(session.id), str(session.id))
    assert path(session)[2] == ("tool", "Blue, then.")


def test_a_failed_child_is_an_error_that_says_why(session: Session, hub: RunningHub) -> None:
    broken = {"status": 400, "message": "No.", "error_type": "invalid_request_error"}
    wait_for(say(session, hands_out(plan(broken))).run, "done")
    assert calls(session)[0].state == "failed"
    assert "without finishing its task. Reason: It failed: " in path(session)[2][1]


def test_a_stopped_child_is_an_error_result(session: Session, hub: RunningHub) -> None:
    run, (child,) = begun(session, plan(NEVER))
    wait_for(run_of(child), "running")
    stop_session(user_id=session.owner_id, session_id=child.id)
    wait_for(run, "done")
    assert "It was stopped." in path(session)[2][1]


def test_a_deleted_child_is_an_error_result(session: Session, hub: RunningHub) -> None:
    with snapshot_keeps_up(session.id):
        run, (child,) = begun(session, plan(ASKS))
        wait_for(run_of(child), "suspended")
        delete_session(user_id=session.owner_id, session_id=child.id)
        wait_for(run, "done")
    assert calls(session)[0].result["is_error"]  # type: ignore[index]  # it has ended
    assert children(session) == []


def test_a_child_whose_call_goes_with_its_branch_stays_and_is_told(
    session: Session, hub: RunningHub
) -> None:
    asked = say(session, plan({"text": "Ask somebody."}))
    wait_for(asked.run, "done")
    assert asked.message is not None
    place = {"session_id": session.id, "user_id": session.owner_id}
    words = MessageBody(text=hands_out(plan({"text": "It is blue."})))
    edited = edit_message(message_id=asked.message.id, body=words, **place)
    wait_for(edited.run, "done")
    assert edited.message is not None
    (child,) = children(session)
    switch_branch(branch_id=asked.message.branch_id, **place)
    with (
        snapshot_keeps_up(session.id),
        snapshot_keeps_up(child.id),
        lists_keep_up(session.owner_id),
    ):
        delete_branch(branch_id=edited.message.branch_id, **place)
    child.refresh_from_db()
    assert (child.parent_call_id, child.parent_id) == (None, session.id)


def test_a_delivery_that_was_missed_is_made_by_the_sweep(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    run, (child,) = begun(session, plan(ASKS))
    held = wait_for(run_of(child), "suspended")
    pending(child)[0].delete()
    ToolCall.objects.filter(run=held).update(state="cancelled", result={})
    Run.objects.filter(pk=held.pk).update(status="failed")
    with unit_of_work():
        set_session_status(Session.objects.get(pk=child.pk), "failed")
    wait_for(run, "done")
    assert "without finishing" in path(session)[2][1]


def test_a_child_that_ended_may_be_gone_on_with(session: Session, hub: RunningHub) -> None:
    wait_for(say(session, hands_out(plan({"text": "Blue."}))).run, "done")
    (child,) = children(session)
    wait_for(say(child, plan({"text": "I mean it."})).run, "done")
    assert path(child)[-1] == ("ai", "I mean it.")


def nested(depth: int) -> str:
    """A prompt that begins a child with the same wish, so deep; the last one never answers."""
    return plan(NEVER) if depth == 0 else hands_out(nested(depth - 1))


def test_a_stop_reaches_every_descendant_of_a_sleeping_parent(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    run, _ = begun(session, nested(2))
    eventually(lambda: Session.objects.filter(depth=3, status="running").exists(), "the deepest")
    deepest = Session.objects.get(depth=3)
    eventually(lambda: fake_model.stats["live"] == 1, "its request alone")
    with snapshot_keeps_up(session.id), snapshot_keeps_up(deepest.id):
        stop_session(user_id=session.owner_id, session_id=session.id)
        wait_for(run_of(deepest), "stopped")
    runs = Run.objects.filter(session__root=session)
    assert {status_of(run), *runs.values_list("status", flat=True)} == {"stopped"}
    assert {call.state for call in ToolCall.objects.all()} == {"cancelled"}


def test_a_parent_at_work_beside_its_children_takes_them_along(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    slow = {"name": "slow_once", "input": {"seconds": 30}}
    both = plan({"tools": [agent(plan(NEVER)), slow]})
    run = say(session, both).run
    eventually(lambda: children(session), "the child")
    eventually(lambda: fake_model.stats["live"] == 1, "the child's request")
    assert run is not None and status_of(run) == "running"
    stop_session(user_id=session.owner_id, session_id=session.id)
    wait_for(run, "stopped")
    wait_for(run_of(children(session)[0]), "stopped")


def test_closing_a_parent_stops_what_works_and_what_asks_below(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    run, (working, asking) = begun(session, plan(NEVER), plan(ASKS))
    wait_for(run_of(asking), "suspended")
    eventually(lambda: fake_model.stats["live"] == 1, "the child's request")
    with lists_keep_up(session.owner_id), snapshot_keeps_up(session.id):
        close_session(user_id=session.owner_id, session_id=session.id)
    eventually(lambda: fake_model.stats["live"] == 0, "the end of the request")
    assert [status_of(run_of(one)) for one in (working, asking)] == ["stopped", "stopped"]
    assert pending(asking) == [] and status_of(run) == "stopped"


def test_deleting_a_parent_leaves_nothing_of_its_children_and_tells_of_each(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    _, (working, asking) = begun(session, plan(NEVER), plan(ASKS))
    wait_for(run_of(asking), "suspended")
    eventually(lambda: fake_model.stats["live"] == 1, "the child's request")
    key = user_stream(session.owner_id)
    before = cursors([key])[str(key)]
    with lists_keep_up(session.owner_id):
        delete_session(user_id=session.owner_id, session_id=session.id)
    eventually(lambda: fake_model.stats["live"] == 0, "the end of the request")
    frames = events_after(key, before)
    gone = {one["data"]["session_id"] for one in frames if one["event"] == "session_deleted"}
    ids = {str(one.id) for one in (session, working, asking)}
    assert gone == ids
    assert not Session.objects.filter(id__in=ids).exists()
    assert not Stream.objects.filter(subject__in=ids).exists()


def test_one_child_too_many_and_one_too_deep_are_results_that_the_model_reads(
    world: World, session: Session, hub: RunningHub
) -> None:
    world.agent.limits = {"children": 2, "child_depth": 1}
    world.agent.save()
    deeper = hands_out(plan({"text": "Never."}))
    wait_for(say(session, hands_out(*[deeper] * 3)).run, "done")
    results = sorted(text for role, text in path(session) if role == "tool")
    assert results[1:] == ["Thanks.", "Thanks."] and "at most 2 others" in results[0]
    for deep in children(session):
        assert "only 1 deep" in path(deep)[2][1]
        assert calls(deep)[0].state == "denied"
