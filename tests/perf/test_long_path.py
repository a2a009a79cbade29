"""What a worker reads of a long path, and that it reads it right."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from agency.loop import history as room
from agency.models import Branch, Session
from tests.perf.work import Work, statements


@pytest.fixture
def branch(session: Session, work: Work, monkeypatch: pytest.MonkeyPatch) -> Branch:
    """A branch that counts as long, in a process that knows nothing of it yet."""
    monkeypatch.setattr(room, "SHORT", 2)
    room._known.clear()
    room._paths.clear()
    work.turns(3)
    return Branch.objects.get(session=session)


def test_a_long_path_is_the_same_read_whole_or_from_memory(
    branch: Branch, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.working_history(branch)
    work.turns(2)
    remembered = room.working_history(branch).messages
    monkeypatch.setattr(room, "SHORT", 100)
    assert remembered == room.working_history(branch).messages
    assert len(remembered) == 10


def test_a_long_path_takes_two_statements_and_forgets_what_is_over_its_bound(
    branch: Branch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "REMEMBERED", 4)
    room._paths.clear()
    assert statements(lambda: room.working_history(branch).messages) == 2
    assert len(room._known) == 4
    assert room._paths.get(branch.id) is None
    assert len(room.working_history(branch).messages) == 6


def test_what_is_remembered_of_a_path_that_grows_is_what_a_look_at_the_whole_finds(
    branch: Branch, work: Work
) -> None:
    for _ in range(3):
        room.working_history(branch)
        work.turns(1)
    grown, anew = room.working_history(branch), room.Rest.of(room.working_history(branch).messages)
    assert grown.read == anew
    assert grown.whole() == anew.spoken
    assert (anew.is_sound, len(anew.messages)) == (True, 12)


def test_a_known_path_costs_one_statement_of_what_is_new(branch: Branch, work: Work) -> None:
    room.working_history(branch)
    work.turns(1)
    with CaptureQueriesContext(connection) as seen:
        room.working_history(branch)
    assert len(seen) == 1
