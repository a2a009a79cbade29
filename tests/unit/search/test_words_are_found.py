"""A table of hostile texts and queries: what finds what, and by numbers that the index has."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agency.search.fold import fold, fold_with_places
from agency.search.keys import term_keys, text_keys
from agency.search.query import Query

FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
FLAG = "\U0001f1e9\U0001f1ea"
FOUND = [
    ("Die Donaudampfschifffahrtsgesellschaft", "dampfschiff"),
    ("Die Donaudampfschifffahrtsgesellschaft", "SCHIFFFAHRT"),
    ("Grüße aus der Straße", "grusse"),
    ("GRÜSSE", "grüße"),
    ("Gru\u0308ße in zwei Zeichen", "grüße"),
    ("İstanbul", "istanbul"),
    ("Ångström, naïve café", "angstrom naive CAFE"),
    ("œuvre Łódź", "oeuvre lodz"),
    ("Всё ещё", "все еще"),
    ("ΟΔΥΣΣΕΥΣ", "οδυσσευς"),
    ("我们今天去北京大学", "京"),
    ("我们今天去北京大学", "北京"),
    ("我们今天去北京大学", "天去北京"),
    ("ガギグ", "\uff76\uff9e"),
    ("東京タワーへ行く", "タワー"),
    ("안녕하세요 여러분", "녕하"),
    ("สวัสดีครับ", "ดี"),
    (f"my {FAMILY} and {FLAG}", FAMILY),
    (f"my {FAMILY} and {FLAG}", FLAG),
    ("thumbs \U0001f44d\U0001f3fd up", "\U0001f44d"),
    ("100% of it", "100%"),
    ("100% of it", "%"),
    ("a_b snake_case", "a_b"),
    ("a_b snake_case", "_"),
    (r"c:\win\system32", r"c:\win"),
    (r"c:\win\system32", "\\"),
    ('she said "so what"', '"so what"'),
    ("it's", "'"),
    ("x = y -> z; // why", "-> //"),
    ("SELECT * FROM a;--", ";--"),
    ("\uff46\uff55\uff4c\uff4c \uff57\uff49\uff44\uff54\uff48", "full width"),
    ("the ﬁne print", "fine"),
    ("soft\u00adhyphen", "softhyphen"),
    ("tab\tand\nline", "and line"),
    ("e mail", "e"),
    ("version 4 of it", "4"),
    ("ab", "ab"),
    ("مُحَمَّد", "محمد"),
]
MISSED = [
    ("100 of it", "100%"),
    ("axb", "a_b"),
    ("anything", "_"),
    ("anything", "\\"),
    ("north", "o"),
    ("north", "rt"),
    ("北大京", "北京"),
    ("か", "が"),
    ("one", "one two"),
    ("nothing of the kind", "kindof"),
]


@pytest.mark.parametrize(("text", "query"), FOUND)
def test_the_text_is_found_and_has_the_numbers_of_the_query(text: str, query: str) -> None:
    wanted = Query.of(query)
    assert wanted.terms
    assert wanted.keys
    assert wanted.finds(fold(text))
    assert wanted.keys <= text_keys(fold(text))


@pytest.mark.parametrize(("text", "query"), MISSED)
def test_the_text_is_not_found_by_what_it_does_not_have(text: str, query: str) -> None:
    assert not Query.of(query).finds(fold(text))


@given(st.text(max_size=60), st.data())
def test_every_stretch_without_blanks_finds_its_text(text: str, data: st.DataObject) -> None:
    folded = fold(text)
    start = data.draw(st.integers(0, len(folded)))
    end = data.draw(st.integers(start, len(folded)))
    query = Query.of(folded[start:end])
    if query.finds(folded):
        assert query.keys <= text_keys(folded)
    else:  # one or two letters out of the middle of a word, or what folds once more
        assert fold(folded[start:end]) != folded[start:end] or any(
            len(term) <= 2 for term in query.terms
        )


@given(st.text(max_size=80))
def test_folded_places_lead_back_into_the_original(text: str) -> None:
    folded = fold_with_places(text)
    assert folded.text == fold(text)
    assert len(folded.starts) == len(folded.ends) == len(folded.text)
    assert all(
        0 <= low < high <= len(text) for low, high in zip(folded.starts, folded.ends, strict=True)
    )


@given(st.text(max_size=10))
def test_a_term_always_has_numbers_to_look_for(text: str) -> None:
    assert all(term_keys(term) for term in Query.of(text).terms)


def test_a_query_is_bounded_whatever_is_typed() -> None:
    query = Query.of(" ".join(f"{number}{'x' * 300}" for number in range(50)))
    assert len(query.terms) == 8
    assert max(map(len, query.terms)) == 100
    assert Query.of("\u00ad \u200b").terms == ()
