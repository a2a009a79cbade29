"""Search, history and lists over REST: shapes, filters, and parameters that are refused."""

from datetime import timedelta

import pytest

from agency.models import Session, User
from framework.db.clock import db_now
from tests.contract.rest import Caller, problem
from tests.factories import World, make_session, say
from tests.searching import index_all

BAD = [
    "search/",
    "search/?q=",
    "search/?q=%20%20",
    f"search/?q={'x' * 201}",
    "search/?q=%00",
    "search/?q=x&kind=nonsense",
    "search/?q=x&limit=0",
    "search/?q=x&limit=51",
    "search/?q=x&cursor=nonsense",
    "search/?q=x&cursor=WzEsMiwzLDQsNV0",
    "search/?q=x&session=7",
    "search/?q=x&workspace=7",
    "search/?q=x&children=yes",
    "search/?q=x&order=best",
    "search/?q=x&order=newest,relevance",
    "history/?limit=0",
    "history/?limit=201",
    "history/?offset=-1",
    "history/?offset=10001",
    "history/?dashboard=x",
    f"history/?q={'x' * 201}",
    f"session/?q={'x' * 201}",
    "session/?status=asleep",
    "session/?agent=7",
    "session/?since=yesterday",
]


def ids(user: User, path: str) -> list[str]:
    """The ids that a list or the history shows."""
    answer = Caller(user)("GET", f"/api/{path}")
    assert answer.status_code == 200, answer.content
    body = answer.json()
    return [one["id"] for one in body.get("results", body.get("sessions"))]


@pytest.mark.parametrize("path", BAD)
def test_a_parameter_that_means_nothing_is_refused(world: World, path: str) -> None:
    assert problem(Caller(world.owner)("GET", f"/api/{path}")) == (400, "invalid")


def test_a_foreign_session_cannot_be_searched(world: World) -> None:
    session = make_session(world)
    path = f"/api/search/?q=x&session={session.id}"
    assert problem(Caller(world.stranger)("GET", path)) == (404, "not_found")
    assert problem(Caller(None)("GET", path))[0] == 401


def test_a_search_answers_with_excerpts_and_goes_on_page_by_page(world: World) -> None:
    for number in range(3):
        say(make_session(world, name="quiet"), f"number {number}: 100% Grüße")
    index_all()
    call = Caller(world.owner)
    first = call("GET", "/api/search/?q=100%25+GRUSSE&limit=2").json()
    assert len(first["results"]) == 2
    assert first["previous"] is None
    one = first["results"][0]
    assert one["excerpt"] == [
        {"text": "number 2: ", "hit": False},
        {"text": "100%", "hit": True},
        {"text": " ", "hit": False},
        {"text": "Grüße", "hit": True},
    ]
    assert (one["kind"], one["title"], one["role"], one["depth"]) == (
        "message",
        "quiet",
        "human",
        1,
    )
    assert one["id"] == one["message_id"] and one["branch_id"] and one["session_id"]
    last = call("GET", first["next"].removeprefix("http://testserver")).json()
    assert len(last["results"]) == 1
    assert last["next"] is None
    assert one["id"] not in [other["id"] for other in last["results"]]


def test_every_filter_of_the_session_list_narrows_it(world: World) -> None:
    plain = make_session(world, name="plain")
    wanted = make_session(world, name="wanted")
    say(wanted, "platypus 100%")
    child = make_session(world, name="child platypus")
    Session.objects.filter(id=child.id).update(kind="child", parent=wanted)
    Session.objects.filter(id=plain.id).update(updated_at=db_now() - timedelta(days=9))
    board = "01a22d4d-b1cb-72be-b387-a5dd2790bfe1"
    Session.objects.filter(id=wanted.id).update(dashboard=board)
    index_all()
    since = (db_now() - timedelta(days=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
    both, only = [str(wanted.id), str(plain.id)], [str(wanted.id)]
    me = world.owner
    assert ids(me, "session/") == ids(me, f"session/?agent={world.agent.id}") == both
    assert ids(me, "session/?status=queued") == only
    assert ids(me, "session/?status=idle,queued") == both
    assert ids(me, f"session/?since={since}") == only
    assert ids(me, f"session/?until={since}") == both[1:]
    assert ids(me, f"session/?dashboard={board}") == ids(me, f"history/?dashboard={board}") == only
    assert ids(me, f"session/?parent={wanted.id}") == [str(child.id)]
    for query in ("platy", "100%25", "WANT", "platypus+100%25"):
        assert ids(me, f"session/?q={query}") == ids(me, f"history/?q={query}") == only
    assert ids(me, "session/?q=_") == ids(me, "session/?q=%25%25") == []
    assert ids(me, f"session/?q=child&parent={wanted.id}&status=idle") == [str(child.id)]
    assert ids(world.stranger, "session/?q=platy") == []


def test_lists_join_what_is_mine_and_what_is_shared_in_one_order(world: World) -> None:
    made = []
    for number in range(9):
        owner = (world.owner, world.editor, world.viewer)[number % 3]
        if owner is world.viewer:
            owner = world.owner
        session = make_session(world, owner=owner, name=str(number))
        shown = "workspace" if number % 2 else "private"
        Session.objects.filter(id=session.id).update(visibility=shown)
        if owner is world.owner or shown == "workspace":
            made.append(str(session.id))
    call = Caller(world.owner)
    path, seen = "/api/session/?limit=2", []
    while path:
        page = call("GET", path).json()
        seen += [one["id"] for one in page["results"]]
        back = page["previous"]
        path = (page["next"] or "").removeprefix("http://testserver")
    assert seen == made[::-1]
    last = len(seen) % 2 or 2
    before = seen[-last - 2 : -last]
    assert ids(world.owner, back.removeprefix("http://testserver/api/")) == before


def test_history_counts_exactly_and_pages_by_number(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(5):
        make_session(world, name=f"kiwi {number}")
    index_all()
    call = Caller(world.owner)
    page = call("GET", "/api/history/?limit=2&offset=2").json()
    assert [one["name"] for one in page["sessions"]] == ["kiwi 2", "kiwi 1"]
    assert (page["total"], page["has_more"], page["total_is_estimate"]) == (5, True, False)
    end = call("GET", "/api/history/?q=kiwi&limit=2&offset=4").json()
    assert (len(end["sessions"]), end["total"], end["has_more"]) == (1, 5, False)
    monkeypatch.setattr("agency.queries.session_list.EXACT_TO", 3)
    many = call("GET", "/api/history/?limit=2").json()
    assert many["total_is_estimate"] and many["total"] >= 4 and many["has_more"]


def test_words_that_thousands_of_texts_have_still_filter_the_list(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agency.queries.search_rows.MOST_COUNTED", 2)
    found = [make_session(world, name=f"common {number} ab") for number in range(3)]
    make_session(world, name="cab uncommonly")
    index_all()
    names = [str(one.id) for one in reversed(found)]
    assert ids(world.owner, "session/?q=common+ab") == names
    assert len(ids(world.owner, "session/?q=common")) == 4
