"""Names and messages are found a moment after they were written, ranked, with excerpts."""

import pytest
from django.db import connection

from agency.commands._rows import append_message
from agency.commands.session.update_session import update_session
from agency.models import Branch, SearchDuty, SearchSegment, SearchText, Session
from agency.queries.search_rows import TEXTS, Scope, newest_hits
from agency.search.query import Query
from framework.db.transaction import unit_of_work
from tests.factories import World, answer_run, make_session, say
from tests.searching import BOTH, found, found_messages, index_all

HOSTILE = [
    ("Die Donaudampfschifffahrtsgesellschaft", "dampfschiff", "dampfschiff"),
    ("GRÜSSE aus Köln", "grüße", "GRÜSSE"),
    ("我们今天去北京大学", "京", "京"),
    ("我们今天去北京大学", "北京", "北京"),
    ("東京タワーへ行く", "タワー", "タワー"),
    ("안녕하세요 여러분", "녕하", "녕하"),
    ("up \U0001f44d\U0001f3fd now", "\U0001f44d", "\U0001f44d\U0001f3fd"),
    ("100% of it", "100%", "100%"),
    ("snake_case", "_", "_"),
    (r"c:\win", "\\", "\\"),
    (r"c:\win", r"c:\win", r"c:\win"),
    ('she said "so"', '"so"', '"so"'),
    ("it's; DROP TABLE x;--", ";--", ";--"),
    ("%s %(user)s {} ${x}", "%(user)s", "%(user)s"),
    ("e mail", "e", "e"),
]


def rename(session: Session, name: str) -> None:
    update_session(user_id=session.owner_id, session_id=session.id, changes={"name": name})


@pytest.mark.parametrize(("text", "query", "hit"), HOSTILE)
def test_hostile_words_are_plain_text_and_find_their_message(
    world: World, session: Session, text: str, query: str, hit: str
) -> None:
    say(make_session(world), "axb 100 nothing of the kind")
    sent = say(session, text)
    records = found(world.owner, query)
    assert [record["id"] for record in records] == [str(sent.message and sent.message.id)]
    assert hit in [part["text"] for part in records[0]["excerpt"] if part["hit"]]
    assert found_messages(world.owner, query, session_id=session.id)


def test_a_paste_of_a_million_letters_is_indexed_to_its_end(world: World, session: Session) -> None:
    words = " ".join(f"w{number:x}ß" for number in range(120_000))[:999_000]
    say(session, f"{words} Schlusswort")
    assert found_messages(world.owner, "schlussw") == ["Schlussw"]
    assert found_messages(world.owner, "w1d4aß") == ["w1d4aß"]
    assert SearchText.objects.filter(message__isnull=False).count() == 29
    assert SearchDuty.objects.count() == 0


def test_all_words_must_stand_in_one_text_in_any_order(world: World, session: Session) -> None:
    say(session, "red green")
    say(make_session(world), "green blue")
    assert len(found(world.owner, "green")) == 2
    assert len(found(world.owner, "green red")) == 1
    assert found(world.owner, "red blue") == []


def test_what_the_agent_says_and_tools_return_is_found_but_not_what_it_thinks(
    world: World, session: Session
) -> None:
    sent = say(session, "please")
    assert sent.run is not None
    answer_run(sent.run, "the answer is periwinkle")
    branch = Branch.objects.get(session=session)
    with unit_of_work():
        content = [{"type": "thinking", "thinking": "obscure"}, {"type": "text", "text": "plain"}]
        append_message(branch, role="ai", content={"content": content}, settled=True)
        long = "listing " + "x" * 20_000 + " beyond"
        append_message(branch, role="tool", content={"content": long}, settled=True)
    assert [record["role"] for record in found(world.owner, "periwinkle")] == ["ai"]
    assert [record["role"] for record in found(world.owner, "listing")] == ["tool"]
    assert found(world.owner, "obscure") == found(world.owner, "beyond") == []


def test_a_name_is_found_before_messages_and_follows_its_changes(
    world: World, session: Session
) -> None:
    say(make_session(world), "about turtles")
    rename(session, "Turtles")
    records = found(world.owner, "turtle", kinds=BOTH)
    assert [record["kind"] for record in records] == ["session", "session", "message"]
    assert records[0]["title"] == "Turtles"
    assert records[0]["excerpt"] == [{"text": "Turtle", "hit": True}, {"text": "s", "hit": False}]
    rename(session, "Snails")
    kinds = [record["kind"] for record in found(world.owner, "turtle", kinds=BOTH)]
    assert kinds == ["session", "message"]
    assert [one["id"] for one in found(world.owner, "snail", kinds=BOTH)] == [str(session.id)]


def test_whole_words_come_before_parts_of_words_and_the_newer_of_equals_first(
    world: World, session: Session
) -> None:
    first = say(session, "a cat").message
    part = say(make_session(world), "concatenated").message
    second = say(make_session(world), "a cat").message
    assert first and part and second
    ids = [record["id"] for record in found(world.owner, "cat")]
    assert ids == [str(second.id), str(first.id), str(part.id)]


def test_agents_are_found_by_name_alias_and_focus(world: World) -> None:
    world.agent.aliases = ["Cicerone"]
    world.agent.save()
    records = found(world.viewer, "cicer", kinds=("agent",))
    assert [(record["id"], record["title"]) for record in records] == [
        (str(world.agent.id), "Guide")
    ]
    assert found(world.stranger, "cicer") == []


def test_indexing_twice_changes_nothing_and_a_rolled_back_message_is_not_indexed(
    world: World, session: Session
) -> None:
    sent = say(session, "only once")
    assert sent.message is not None
    index_all()
    SearchDuty.objects.create(session_id=session.id, message_id=sent.message.id)
    assert len(found(world.owner, "once")) == 1
    assert SearchText.objects.filter(message=sent.message).count() == 1
    SearchDuty.objects.create(session_id=world.workspace.id, message_id=world.workspace.id)
    assert index_all() == 1
    with pytest.raises(ZeroDivisionError), unit_of_work():
        branch = Branch.objects.get(session=session)
        append_message(branch, role="human", content={"content": "gone"}, settled=True)
        raise ZeroDivisionError
    assert SearchDuty.objects.count() == 0


def test_only_one_process_indexes_at_a_time(world: World, session: Session) -> None:
    say(session, "waits")
    holder = connection.copy()
    try:
        with holder.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(7205759404)")
            assert index_all() == 0
            assert SearchDuty.objects.exists()
            cursor.execute("SELECT pg_advisory_unlock(7205759404)")
    finally:
        holder.close()
    assert index_all() >= 1


def test_segments_are_bounded_and_searched_from_the_newest_on(
    world: World, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agency.commands.worker.index_search.SEGMENT_ROWS", 2)
    for number in range(7):
        say(make_session(world), f"common rare{number}")
    index_all()
    assert SearchSegment.objects.filter(lane="fresh").count() == 4
    assert len(found_messages(world.owner, "common")) == 7
    assert found_messages(world.owner, "rare0") == ["rare0"]
    scope = Scope(world.owner.pk)
    newest = newest_hits(Query.of("common"), scope, TEXTS, below=None, count=3)
    assert ["rare" + hit.text[-1] for hit in newest] == ["rare6", "rare5", "rare4"]
    older = newest_hits(Query.of("common"), scope, TEXTS, below=newest[-1].place, count=10)
    assert [hit.text[-1] for hit in older] == ["3", "2", "1", "0"]
