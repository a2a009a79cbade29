"""A model that lacks something is asked for less, or not at all."""

from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage

from agency.llm.fit import UNSEEN, fitted
from agency.llm.port import ModelError, ModelRequest, ToolSchema

PICTURE = {"type": "image", "base64": "AAAA", "mime_type": "image/png"}
LOOK = HumanMessage([PICTURE, {"type": "text", "text": "Look."}])
NOTHING = {"vision": False, "tools": False, "thinking": False}


def asked(*messages: Any, **more: Any) -> ModelRequest:
    return ModelRequest(model="m", system="", messages=messages, **more)


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (asked(LOOK), "pictures"),
        (asked(HumanMessage("a"), thinking=4096), "think"),
        (asked(HumanMessage("a"), tools=[ToolSchema("Read", "", {})]), "tools"),
    ],
)
def test_what_a_model_lacks_is_refused_before_any_call(request_: ModelRequest, words: str) -> None:
    with pytest.raises(ModelError) as refused:
        fitted(request_, NOTHING, "Tiny")
    assert refused.value.kind == "fatal"
    assert refused.value.detail.startswith("Tiny cannot")
    assert words in refused.value.detail
    assert refused.value.hint
    assert fitted(request_, {}, "Unknown") is request_


def test_earlier_pictures_become_a_sentence() -> None:
    request = asked(LOOK, AIMessage("A dot."), HumanMessage("Thanks."))
    first = fitted(request, NOTHING, "Tiny").messages[0]
    assert first.content == [{"type": "text", "text": UNSEEN}, {"type": "text", "text": "Look."}]
    assert LOOK.content[0] == PICTURE
