"""Runs that somebody looks at."""

import pytest

from agency.commands.provider import let_in as room
from agency.commands.provider.tell_place import tell_place
from agency.models import Run
from framework.bus.groups import stream_group
from tests.domain.provider.fleet import Fleet
from tests.fold import snapshot_keeps_up


def test_a_run_that_is_watched_goes_before_older_ones(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch
) -> None:
    fleet.limit(slots=1)
    first, older, watched = (fleet.run() for _ in range(3))
    for run in (first, older, watched):
        fleet.asks(run)
    fleet.answers(first)

    group = stream_group(watched.session_id)
    monkeypatch.setattr(room, "groups_heard", lambda groups: {group} & set(groups))
    assert fleet.lets_in().chosen == 1
    assert fleet.claims(older) is None
    assert fleet.asks(watched)


def test_a_run_that_moves_up_says_so(fleet: Fleet) -> None:
    fleet.limit(slots=1)
    runs = [fleet.run() for _ in range(4)]
    for run in runs:
        fleet.asks(run)
    last = runs[-1]
    with snapshot_keeps_up(last.session_id):
        assert tell_place(run_id=last.id, place=2)
    assert not tell_place(run_id=last.id, place=2)
    told = Run.objects.get(pk=last.pk)
    assert told.error is not None
    assert told.error["place"] == 2
    assert told.error["detail"] == "Place 2 in the queue of Provider."
    assert not tell_place(run_id=runs[0].id, place=1)
