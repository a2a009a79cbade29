"""However many ask at once, nothing is admitted beyond a cap."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from functools import partial

from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agency.commands.run.admission import Fits, Need, Refused, verdict_on
from agency.models import Budget, Run
from framework.core.ids import uuid7
from tests.domain.budget.asking import Asker, state
from tests.domain.budget.conftest import Cap
from tests.factories import World

CROWD = 50


def at_once(acts: list[Callable[[], object]]) -> list[object]:
    """Do all of them at the same moment, each on a connection of its own."""
    gate = threading.Barrier(len(acts))

    def act(one: Callable[[], object]) -> object:
        try:
            connection.ensure_connection()
            gate.wait(60)
            return one()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(act, acts))


def test_fifty_requests_at_once_never_pass_a_cap(world: World, cap: Cap) -> None:
    tokens = cap(1_000, "tokens")
    calls = cap(40, scope="user", subject=str(world.owner.pk))
    askers = [Asker(world) for _ in range(CROWD)]
    opened = at_once([partial(one.wants, tokens=70) for one in askers])
    admitted = [one for one, found in zip(askers, opened, strict=True) if found is not None]
    assert len(admitted) == 14
    assert state(tokens) == (0, 980)
    assert state(calls) == (0, 14)
    at_once([partial(one.took, output=70) for one in admitted])
    assert state(tokens) == (980, 0)
    assert (state(calls), tokens.overshoot) == ((14, 0), 0)
    statuses = sorted(Run.objects.values_list("status", flat=True))
    assert statuses == ["done"] * 14 + ["queued"] * 36


AMOUNTS = st.integers(1, 50).map(Decimal)
CAPS = st.lists(st.tuples(st.sampled_from(("usd", "tokens", "calls", "seconds")), AMOUNTS))


@given(caps=CAPS, asked=st.lists(AMOUNTS, max_size=20), data=st.data())
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_order_of_requests_and_ends_passes_a_cap(
    caps: list[tuple[str, Decimal]], asked: list[Decimal], data: st.DataObject
) -> None:
    rows = [Budget(id=uuid7(), unit=unit, limit=limit) for unit, limit in caps]
    for row in rows:
        row.spent = row.reserved = Decimal(0)
    held: list[list[Decimal]] = []
    for amount in asked:
        verdict = verdict_on(rows, Need({"usd": amount, "tokens": amount, "calls": Decimal(1)}))
        if isinstance(verdict, Fits):
            held.append(verdict.amounts)
            for row, one in zip(rows, verdict.amounts, strict=True):
                row.reserved += one
        else:
            assert isinstance(verdict, Refused)
            assert verdict.cap.limit < verdict.cap.spent + verdict.cap.reserved + verdict.need
        if held and data.draw(st.booleans()):
            for row, one in zip(rows, held.pop(), strict=True):
                row.reserved -= one
                row.spent += one * data.draw(st.sampled_from((0, 1)))
        assert all(row.spent + row.reserved <= row.limit for row in rows)
