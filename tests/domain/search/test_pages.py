"""Pages neither repeat nor lose a result while others write."""

from typing import Any

import pytest

from agency.queries.search import search
from agency.queries.search_cursor import Cursor
from agency.queries.search_rows import Scope
from agency.search.query import Query
from framework.core.errors import Invalid
from tests.factories import World, make_session, say
from tests.searching import index_all


def pages(user: Any, text: str, **more: Any) -> list[list[str]]:
    """Everything the person finds, page by page, while somebody goes on writing."""
    found, cursor = [], None
    while True:
        records, following = search(
            Query.of(text), Scope(user.pk), cursor=cursor, limit=2, kinds=("session", "message"),
            **more,
        )  # fmt: skip
        found.append([record["id"] for record in records])
        if following is None:
            return found
        cursor = Cursor.parse(following.text())
        say(more_sessions.pop(), f"{text} meanwhile")
        index_all()


more_sessions: list[Any] = []


@pytest.mark.parametrize("order", ["relevance", "newest"])
def test_every_result_comes_once_across_bands_while_new_ones_arrive(
    world: World, monkeypatch: pytest.MonkeyPatch, order: str
) -> None:
    monkeypatch.setattr("agency.queries.search.TEXT_BAND", 5)
    monkeypatch.setattr("agency.queries.search.NAME_BAND", 2)
    expected = set()
    for number in range(12):
        session = make_session(world, name=f"emu {number}" if number % 3 == 0 else "other")
        sent = say(session, "well, " + "emu " * (number % 4 + 1)).message
        assert sent is not None
        expected |= {str(sent.id), *([str(session.id)] if number % 3 == 0 else [])}
    more_sessions[:] = [make_session(world, name="other") for _ in range(20)]
    index_all()
    found = pages(world.owner, "emu", order=order)
    flat = [one for page in found for one in page]
    assert len(flat) == len(set(flat))
    assert set(flat) == expected
    assert all(len(page) == 2 for page in found[:-1])


def test_the_newest_first_is_the_order_of_time(world: World) -> None:
    sent = [say(make_session(world), f"emu {'emu ' * (3 - number)}") for number in range(3)]
    index_all()
    records, _ = search(Query.of("emu"), Scope(world.owner.pk), order="newest", limit=10)
    assert [one["id"] for one in records if one["kind"] == "message"] == [
        str(one.message and one.message.id) for one in reversed(sent)
    ]


@pytest.mark.parametrize(
    "text", ["x", "bm90", "W10", "WzEsMiwzLDQsNV0", "", "\x00", "ä", "W" * 500, "W251bGxd"]
)
def test_a_cursor_from_elsewhere_is_refused(text: str) -> None:
    with pytest.raises(Invalid):
        Cursor.parse(text)
