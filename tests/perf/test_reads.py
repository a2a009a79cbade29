"""How many statements the reading endpoints send, whatever there is to read."""

from typing import Any

from django.test import Client

from agency.models import Interruption, Message, ModelCall, Run, Session, ToolCall
from tests.factories import World, make_session
from tests.perf.work import Work, statements

LIMITS = {
    "session": 17,
    "me": 17,
    "list": 6,
    "inbox": 5,
    "timeline": 9,
}


def get(client: Client, path: str) -> int:
    """The statements of a GET that is answered well."""
    return statements(lambda: _answered(client.get(path)))


def _answered(answer: Any) -> None:
    assert answer.status_code == 200, answer.content


def test_opening_a_session_costs_the_same_however_long_it_is(
    client: Client, session: Session, work: Work
) -> None:
    path = f"/api/session/{session.id}/"
    work.asking_turn()
    few = get(client, path)
    for _ in range(10):
        work.asking_turn()
    assert get(client, path) == few <= LIMITS["session"]


def test_starting_the_interface_costs_the_same_however_much_there_is(
    client: Client, world: World, work: Work
) -> None:
    waits(work.session, 1)
    few = get(client, "/api/me/snapshot/")
    for _ in range(10):
        waits(make_session(world), 2)
    assert get(client, "/api/me/snapshot/") == few <= LIMITS["me"]


def test_lists_cost_the_same_however_long_they_are(
    client: Client, world: World, session: Session
) -> None:
    paths = {"list": "/api/session/", "inbox": "/api/interruption/"}
    waits(session, 2)
    few = {name: get(client, path) for name, path in paths.items()}
    for _ in range(20):
        waits(make_session(world), 2)
    assert {name: get(client, path) for name, path in paths.items()} == few
    assert all(few[name] <= LIMITS[name] for name in paths)


def test_a_run_told_step_by_step_costs_the_same_however_many_steps_it_had(
    client: Client, session: Session
) -> None:
    run = Run.objects.create(
        session=session, branch_id=session.active_branch_id, status="done", first_depth=1
    )
    path = f"/api/run/{run.id}/"
    steps(run, 0, 2)
    few = get(client, path)
    steps(run, 2, 20)
    assert get(client, path) == few <= LIMITS["timeline"]


def waits(session: Session, count: int) -> None:
    """Questions that wait in a session."""
    run = Run.objects.filter(session=session).first() or Run.objects.create(
        session=session, branch_id=session.active_branch_id, status="suspended", first_depth=1
    )
    for _ in range(count):
        Interruption.objects.create(session=session, run=run, kind="question", prompt={})


def steps(run: Run, first: int, end: int) -> None:
    """Steps with a model call, a message and two tool calls each."""
    session = run.session
    for step in range(first, end):
        message = Message.objects.create(
            session=session,
            branch_id=run.branch_id,
            depth=step + 1,
            role="ai",
            content={"content": "", "type": "ai"},
            run=run,
            step=step,
            settled=False,
        )
        ModelCall.objects.create(
            session_id=session.id, run_id=run.id, workspace_id=session.workspace_id, step=step
        )
        for idx in range(2):
            ToolCall.objects.create(
                session=session,
                run=run,
                message=message,
                idx=idx,
                provider_call_id=f"toolu_{idx}",
                name="tool",
                args={},
            )
