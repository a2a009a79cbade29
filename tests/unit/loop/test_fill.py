"""How full a window is: the provider's count where there is one, else an estimate."""

from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage

from agency.llm.port import Usage
from agency.llm.tokens import estimate_message
from agency.loop.fill import Fill, fill_of, threshold_of
from agency.loop.history import Working
from agency.models import Branch, Model

MODEL = Model(model_id="m", window=1_000, max_output=100)
TALK = [HumanMessage("one"), AIMessage("to one"), HumanMessage("two")]


def known(**more: Any) -> Branch:
    return Branch(context={"tokens": 700, "depth": 2, "model": "m", **more})


@pytest.mark.parametrize(
    ("window", "output", "threshold"),
    [(1_000, 100, 850), (1_000, 300, 700), (1_000, 900, 500), (200_000, 8_192, 170_000)],
)
def test_room_for_the_answer_is_kept_but_half_the_window_is_always_there(
    window: int, output: int, threshold: int
) -> None:
    assert threshold_of(Model(window=window, max_output=output)) == threshold


def test_what_came_after_the_last_count_is_estimated() -> None:
    fill = fill_of(known(), MODEL, Working(TALK), 5)  # type: ignore[arg-type]  # lists are invariant
    assert fill.tokens == 700 + estimate_message(TALK[2])
    assert not fill.is_over


@pytest.mark.parametrize(
    ("branch", "working"),
    [
        (Branch(), Working([])),
        (known(model="another"), Working([])),
        (known(), Working([], summed=3, summary="s")),
    ],
)
def test_a_count_of_something_else_does_not_count(branch: Branch, working: Working) -> None:
    assert fill_of(branch, MODEL, working, 900).tokens == 900
    assert fill_of(branch, MODEL, working, 900).is_over


def test_after_a_summary_depths_are_those_of_the_path() -> None:
    working = Working(list(TALK), summed=10, summary="s")
    fill = fill_of(known(depth=12), MODEL, working, 5)
    assert fill.tokens == 700 + estimate_message(TALK[2])


def test_an_answer_tells_how_full_the_window_is() -> None:
    fill = Fill(5, 1_000, 850, "m")
    told = fill.answered(Usage(input=10, cache_read=20, output=3))
    assert told == {"tokens": 33, "window": 1_000, "threshold": 850, "model": "m"}
    assert fill.answered(Usage())["tokens"] == 5
