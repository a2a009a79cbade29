"""Days and months begin at midnight UTC, by the database's clock, when somebody next looks."""

from datetime import UTC, datetime, timedelta

import pytest

from agency.commands.interruption.settle_limit import settle_limit
from agency.models import Budget, Interruption, Reservation
from agency.queries.budgets import budget_records
from agency.queries.waiting_limits import moot_limits
from agency.queries.windows import window_start
from framework.db.clock import db_now
from tests.domain.budget.asking import Asker, state
from tests.domain.budget.conftest import Cap
from tests.factories import World

NOON = datetime(2026, 3, 15, 12, tzinfo=UTC)


def test_windows_begin_at_midnight_utc() -> None:
    assert window_start("day", NOON) == datetime(2026, 3, 15, tzinfo=UTC)
    assert window_start("month", NOON) == datetime(2026, 3, 1, tzinfo=UTC)
    assert window_start("total", NOON) is None


@pytest.mark.parametrize("window", ["day", "month"])
def test_a_new_window_begins_with_nothing_spent(asker: Asker, cap: Cap, window: str) -> None:
    calls = cap(1, window=window)
    Budget.objects.update(
        spent=1, overshoot=1, window_started_at=calls.window_started_at - timedelta(days=40)
    )
    calls.refresh_from_db()
    assert budget_records([calls], db_now())[0]["spent"] == "0"
    assert asker.wants() is not None
    assert state(calls) == (0, 1)
    assert calls.window_started_at == window_start(window, db_now())
    assert calls.overshoot == 0


def test_a_call_belongs_to_the_window_in_which_it_was_admitted(world: World, cap: Cap) -> None:
    tokens = cap(1_000, "tokens", window="day")
    first, second = Asker(world), Asker(world)
    first.wants(tokens=100)
    yesterday = tokens.window_started_at - timedelta(hours=1)
    Reservation.objects.update(created_at=yesterday)
    Budget.objects.update(window_started_at=tokens.window_started_at - timedelta(days=1))
    second.wants(tokens=100)
    first.took(output=60)
    assert state(tokens) == (0, 100)
    second.took(output=70)
    assert state(tokens) == (70, 0)


def test_who_waits_for_a_day_to_end_goes_on_when_it_has(asker: Asker, cap: Cap) -> None:
    calls = cap(1, window="day")
    Budget.objects.update(spent=1)
    assert asker.wants() is None
    row = asker.question
    assert moot_limits() == []
    assert not settle_limit(interruption_id=row.id)
    begun = calls.window_started_at - timedelta(days=1)
    Budget.objects.update(window_started_at=begun)
    Interruption.objects.update(created_at=begun + timedelta(hours=1))
    assert moot_limits() == [row.id]
    assert settle_limit(interruption_id=row.id)
    row.refresh_from_db()
    assert (row.status, row.prompt["resolution"]) == ("expired", "A new day began.")
    asker.claims()
    assert asker.wants() is not None
