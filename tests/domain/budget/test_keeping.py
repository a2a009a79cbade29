"""Who sets caps, who is asked to raise them, and what follows for those who wait."""

from typing import Any

import pytest

from agency.commands.budget.change_budget import change_budget
from agency.commands.budget.create_budget import create_budget
from agency.commands.budget.delete_budget import delete_budget
from agency.commands.catalogue.create_row import NameTaken
from agency.commands.catalogue.update_row import update_row
from agency.commands.interruption.answer_interruption import answer_interruption
from agency.commands.session.delete_session import delete_session
from agency.models import Budget, Interruption, Run, User
from agency.queries.budgets import visible_budgets
from agency.queries.inbox import inbox
from framework.core.errors import Forbidden, Invalid, NotFound, Stale
from tests.domain.budget.asking import Asker, state
from tests.domain.budget.conftest import Cap
from tests.factories import World, make_session
from tests.fold import snapshot_keeps_up
from tests.fold_me import lists_keep_up


def answer(user: User, row: Interruption, **given: Any) -> Interruption:
    return answer_interruption(user_id=user.pk, interruption_id=row.id, answer=given)


def full(cap: Cap, **more: Any) -> Budget:
    made = cap(1, **more)
    Budget.objects.filter(id=made.id).update(spent=1)
    return made


def test_one_raise_lets_everybody_go_on_who_waits(world: World, cap: Cap) -> None:
    budget = full(cap)
    askers = [Asker(world) for _ in range(5)]
    with lists_keep_up(world.owner.pk):
        for one in askers:
            assert one.wants() is None
        with snapshot_keeps_up(askers[1].session.id):
            answer(world.owner, askers[0].question, decision="raise", limit="10")
    assert state(budget) == (1, 0)
    assert budget.limit == 10
    assert {one.run.status for one in askers} == {"queued"}
    ends = Interruption.objects.values_list("status", "prompt__resolution")
    assert sorted(ends) == [("answered", None)] + [("expired", "The budget was changed.")] * 4
    for one in askers:
        one.claims()
        assert one.wants() is not None


def test_an_edit_of_the_budget_answers_for_everybody(world: World, cap: Cap) -> None:
    budget = full(cap)
    asker = Asker(world)
    asker.wants()
    change_budget(user_id=world.owner.pk, budget_id=budget.id, limit=2, version=budget.version)
    assert asker.run.status == "queued"
    with pytest.raises(Stale):
        change_budget(user_id=world.owner.pk, budget_id=budget.id, limit=3, version=1)


def test_who_waits_for_a_budget_that_is_removed_goes_on(world: World, cap: Cap) -> None:
    budget = full(cap)
    asker = Asker(world)
    with lists_keep_up(world.owner.pk):
        asker.wants()
        delete_budget(user_id=world.owner.pk, budget_id=budget.id)
    assert asker.run.status == "queued"
    asker.claims()
    assert asker.wants() is not None


def test_too_small_a_raise_is_refused_and_none_takes_what_was_suggested(
    world: World, cap: Cap
) -> None:
    budget = full(cap)
    asker = Asker(world)
    asker.wants()
    for limit in (1, "1.5", 0, -1, "many", True, "1e999"):
        with pytest.raises(Invalid):
            answer(world.owner, asker.question, decision="raise", limit=limit)
    row = answer(world.owner, asker.question, decision="raise")
    assert row.answer == {"decision": "raise", "limit": "2"}
    state(budget)
    assert budget.limit == 2


def test_stop_ends_the_run(world: World, cap: Cap) -> None:
    full(cap)
    asker = Asker(world)
    asker.wants()
    answer(world.owner, asker.question, decision="stop")
    assert asker.run.status == "stopped"
    assert asker.run.error is not None and asker.run.error["code"] == "budget_exceeded"


@pytest.mark.parametrize("scope", ["workspace", "user"])
def test_the_workspaces_owner_is_asked_and_sees_nothing_of_the_session(
    world: World, cap: Cap, scope: str
) -> None:
    subject = str(world.editor.pk) if scope == "user" else None
    budget = full(cap, scope=scope, subject=subject)
    session = make_session(world, owner=world.editor, name="Secret plans")
    people = (world.owner.pk, world.editor.pk, world.viewer.pk)
    with lists_keep_up(*people), snapshot_keeps_up(session.id):
        asker = Asker(world, session)
        asker.wants()
        row = asker.question
        assert [one["session_name"] for one in inbox(world.owner.pk)] == [""]
        assert inbox(world.viewer.pk) == []
        with pytest.raises(Forbidden):
            answer(world.editor, row, decision="raise", limit=5)
        with pytest.raises(NotFound):
            answer(world.viewer, row, decision="raise", limit=5)
        answer(world.owner, row, decision="raise", limit=5)
    assert asker.run.status == "queued"
    state(budget)
    assert budget.limit == 5


def test_a_session_that_waits_for_another_may_be_stopped_and_deleted(
    world: World, cap: Cap
) -> None:
    full(cap)
    session = make_session(world, owner=world.editor)
    with lists_keep_up(world.owner.pk, world.editor.pk):
        Asker(world, session).wants()
        delete_session(user_id=world.editor.pk, session_id=session.id)


def test_caps_are_set_by_those_whose_they_are(world: World) -> None:
    session = make_session(world, owner=world.editor)
    run_id = Asker(world, session).run.id
    may: list[tuple[str, Any, set[str]]] = [
        ("workspace", world.workspace.id, {"owner"}),
        ("user", world.editor.pk, {"owner"}),
        ("agent", world.agent.id, {"owner", "editor"}),
        ("session", session.id, {"editor"}),
        ("run", run_id, {"editor"}),
    ]
    for scope, subject, allowed in may:
        for name in ("owner", "editor", "viewer", "stranger"):
            user = getattr(world, name)
            given = {
                "user_id": user.pk,
                "workspace_id": world.workspace.id,
                "scope": scope,
                "subject": str(subject),
                "unit": "usd",
                "limit": "2.50",
            }
            if name not in allowed:
                with pytest.raises((Forbidden, NotFound)):
                    create_budget(**given)
                continue
            budget = create_budget(**given)
            with pytest.raises(NameTaken):
                create_budget(**given)
            change_budget(user_id=user.pk, budget_id=budget.id, limit=3)
            delete_budget(user_id=user.pk, budget_id=budget.id)


def test_a_cap_is_seen_by_those_it_concerns(world: World, cap: Cap) -> None:
    private = make_session(world, owner=world.editor)
    cap(1)
    cap(1, scope="agent", subject=str(world.agent.id))
    cap(1, scope="user", subject=str(world.viewer.pk))
    create_budget(
        user_id=world.editor.pk,
        workspace_id=world.workspace.id,
        scope="session",
        subject=str(private.id),
        unit="calls",
        limit=1,
    )
    seen = {
        name: sorted(visible_budgets(getattr(world, name).pk).values_list("scope", flat=True))
        for name in ("owner", "editor", "viewer", "stranger")
    }
    assert seen == {
        "owner": ["agent", "user", "workspace"],
        "editor": ["agent", "session", "workspace"],
        "viewer": ["agent", "user", "workspace"],
        "stranger": [],
    }


def test_a_new_cap_counts_what_its_window_has_spent_already(world: World, cap: Cap) -> None:
    asker = Asker(world)
    asker.wants(tokens=100)
    asker.took(input=30, output=12)
    assert cap(100, "tokens").spent == 42
    assert cap(5, "calls", window="month").spent == 1
    assert cap(5, "tokens", "session", subject=str(asker.session.id)).spent == 42
    assert cap(5, "calls", "run", subject=str(asker.run.id)).spent == 1
    assert cap(5, "calls", "user", subject=str(world.editor.pk)).spent == 0


@pytest.mark.parametrize("value", [0, -1, "x", True, [], "1e400"])
def test_an_agents_limits_must_be_amounts(world: World, value: Any) -> None:
    with pytest.raises(Invalid):
        update_row(
            user_id=world.owner.pk,
            resource="agent",
            row_id=world.agent.id,
            changes={"limits": {"run_usd": value}},
        )
    assert Run.objects.count() == 0
