"""Sums of the ledger, by whom and when it was, for those whose it is to see."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from agency.models import ModelCall, Session, User
from agency.queries.session_usage import session_usage
from agency.queries.tree_usage import session_totals
from agency.queries.usage_report import Asked, usage_report
from framework.core.ids import uuid7
from tests.factories import World, make_session, make_world

NOON = datetime(2026, 3, 15, 12, tzinfo=UTC)
NIGHT = datetime(2026, 3, 15, 23, 30, tzinfo=UTC)


def entry(session: Session, at: datetime = NOON, **more: Any) -> None:
    """A settled row of the ledger: ten tokens in, five out, for a cent."""
    row = {"model": "one", "cost": Decimal("0.01"), "input_tokens": 10, "output_tokens": 5}
    made = ModelCall.objects.create(
        session_id=session.id,
        workspace_id=session.workspace_id,
        user_id=session.owner_id,
        agent_id=session.agent_id,
        state="done",
        ended_at=at,
        **(row | more),
    )
    ModelCall.objects.filter(id=made.id).update(created_at=at)


def report(user: User, by: str = "model", **asked: Any) -> Any:
    return usage_report(user.pk, Asked(by=by, **asked))


def costs(groups: list[dict[str, Any]]) -> dict[str | None, str | None]:
    return {one["key"]: one["cost_usd"] for one in groups}


def test_groups_are_sums_and_the_dearest_come_first(world: World) -> None:
    session = make_session(world, name="Work")
    for model, cost in (("cheap", "0.01"), ("dear", "0.5"), ("dear", "0.25"), ("dark", None)):
        entry(session, model=model, cost=cost and Decimal(cost))
    found = report(world.owner)
    assert costs(found["groups"]) == {"dear": "0.75", "cheap": "0.01", "dark": None}
    assert [one["key"] for one in found["groups"]] == ["dear", "cheap", "dark"]
    total = found["total"]
    assert (total["cost_usd"], total["cost_is_partial"], total["calls"]) == ("0.76", True, 4)
    assert (total["input"], total["output"]) == (40, 20)
    named = {by: report(world.owner, by)["groups"][0]["label"] for by in ("session", "agent")}
    assert named == {"session": "Work", "agent": "Guide"}


def test_days_are_those_of_the_zone_that_is_asked_for(world: World) -> None:
    session = make_session(world)
    entry(session, NOON)
    entry(session, NIGHT)
    assert costs(report(world.owner, "day")["groups"]) == {"2026-03-15": "0.02"}
    paris = report(world.owner, "day", zone=ZoneInfo("Europe/Paris"))
    assert list(costs(paris["groups"])) == ["2026-03-15", "2026-03-16"]


def test_a_split_gives_each_group_its_series(world: World) -> None:
    session = make_session(world)
    for model, at in (("one", NOON), ("one", NOON.replace(day=16)), ("two", NOON)):
        entry(session, at, model=model)
    groups = report(world.owner, split="day")["groups"]
    assert {one["key"]: costs(one["series"]) for one in groups} == {
        "one": {"2026-03-15": "0.01", "2026-03-16": "0.01"},
        "two": {"2026-03-15": "0.01"},
    }
    by_day = report(world.owner, "day", split="model")["groups"]
    assert [list(costs(one["series"])) for one in by_day] == [["one", "two"], ["one"]]


def test_a_span_has_its_beginning_and_not_its_end(world: World) -> None:
    session = make_session(world)
    entry(session, NOON)
    assert report(world.owner, since=NOON)["total"]["calls"] == 1
    assert report(world.owner, until=NOON)["total"]["calls"] == 0


def test_owners_see_all_of_their_workspace_and_others_what_they_may_see(world: World) -> None:
    private = make_session(world, owner=world.editor, name="Private")
    shared = make_session(world, owner=world.editor, visibility="workspace", name="Shared")
    for session in (private, shared, make_session(make_world())):
        entry(session)
    seen = {
        name: {one["label"] for one in report(getattr(world, name), "session")["groups"]}
        for name in ("owner", "editor", "viewer", "stranger")
    }
    assert seen == {
        "owner": {None, "Shared"},
        "editor": {"Private", "Shared"},
        "viewer": {"Shared"},
        "stranger": set(),
    }
    assert report(world.owner, workspace_id=uuid7())["groups"] == []
    private.delete()
    assert report(world.editor)["total"]["calls"] == 2


def test_a_refused_request_makes_no_cost_unknown_and_a_cut_one_does(world: World) -> None:
    session = make_session(world)
    entry(session)
    nothing = {"cost": None, "input_tokens": None, "output_tokens": None}
    entry(session, **nothing, error={"code": "model_overloaded"})
    assert not session_usage(session.id)["cost_is_partial"]
    ModelCall.objects.filter(cost=None).update(state="cut")
    usage = session_usage(session.id)
    assert (usage["cost_usd"], usage["cost_is_partial"]) == ("0.01", True)
    assert report(world.owner)["total"]["cost_is_partial"]


def test_cached_tokens_larger_than_the_input_are_counted_once_each(world: World) -> None:
    session = make_session(world)
    entry(session, input_tokens=3, cache_read_tokens=900, cache_write_tokens=40)
    found = session_totals(session)
    kinds = ("input", "output", "cache_read", "cache_write")
    assert [found["own"][kind] for kind in kinds] == [3, 5, 900, 40]
    assert found["own"]["context_tokens"] == 943
    assert [one["model"] for one in found["by_model"]] == ["one"]
