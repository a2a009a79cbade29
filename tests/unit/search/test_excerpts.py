"""Excerpts show the hit where it is, whole characters only."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from agency.search.excerpt import LENGTH, WORD_REACH, excerpt, is_boundary
from agency.search.pieces import OVERLAP, PIECE, message_words, pieces
from agency.search.query import Query

FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"


def hits(text: str, query: str) -> list[str]:
    return [part["text"] for part in excerpt(text, Query.of(query).terms) if part["hit"]]


def test_the_hit_is_marked_as_it_was_written() -> None:
    assert hits("Die Donaudampfschifffahrt", "DAMPF") == ["dampf"]
    assert hits("Viele Gru\u0308\u00dfe und GR\u00dcSSE", "grüße") == [
        "Gru\u0308\u00dfe",
        "GR\u00dcSSE",
    ]
    assert hits("去北京", "北京") == ["北京"]
    assert hits(f"x{FAMILY}y", FAMILY) == [FAMILY]
    assert hits(r"100% a_b c:\win", r"% _ \ ".strip()) == ["%", "_", "\\"]


def test_one_letter_is_marked_only_where_a_word_begins() -> None:
    assert hits("one oboe to go", "o") == ["o", "o"]


def test_a_long_text_is_shown_around_the_place_with_most_of_the_words() -> None:
    text = "alpha " + "filler words " * 200 + "alpha beta gamma " + "filler words " * 200
    shown = excerpt(text, Query.of("gamma alpha beta").terms)
    assert [part["text"] for part in shown if part["hit"]] == ["alpha", "beta", "gamma"]
    whole = "".join(part["text"] for part in shown)
    assert whole.startswith("…") and whole.endswith("…")
    assert len(whole) <= LENGTH + WORD_REACH + 2


@given(
    st.text(alphabet="ab e\u0301\u0308\u200d\U0001f469\U0001f1e9\U0001f3fdガ한\r\n", max_size=400)
)
def test_excerpts_are_cut_between_whole_characters_and_change_nothing(text: str) -> None:
    shown = "".join(part["text"] for part in excerpt(text, ("b",)))
    core = shown.removeprefix("…").removesuffix("…")
    places = [place for place in range(len(text) + 1) if text.startswith(core, place)]
    assert any(
        is_boundary(text, place) and is_boundary(text, place + len(core)) for place in places
    )


def test_pieces_cover_a_long_text_and_overlap_without_parting_marks() -> None:
    text = "e\u0301 " * 40_000
    found = list(pieces(text))
    assert found[0][0] == 0
    assert found[-1][0] + len(found[-1][1]) == len(text)
    for (start, piece), (following, _) in pairwise(found):
        assert len(piece) <= PIECE
        assert 0 < start + len(piece) - following <= OVERLAP + 1
    assert not any(piece.startswith("\u0301") for _, piece in found)
    assert list(pieces(" \n")) == []


def test_words_of_a_message_are_its_texts_and_the_beginning_of_a_result() -> None:
    blocks = [
        {"type": "thinking", "thinking": "secret"},
        {"type": "text", "text": "shown"},
        {"type": "tool_use", "name": "tool", "input": {"path": "x"}},
        "stray",
    ]
    assert message_words("ai", {"content": blocks}) == "shown"
    assert message_words("human", {"content": "x" * 100_000}) == "x" * 100_000
    assert len(message_words("tool", {"content": "x" * 100_000})) == 16_000
    assert message_words("ai", {}) == message_words("ai", []) == ""
