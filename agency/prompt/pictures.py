"""The pictures of messages, stored apart from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from langchain_core.messages import BaseMessage

MISSING_PICTURE = "[a picture was here; it is no longer available]"

Block = dict[str, Any]
Picture = tuple[str, str]
"""Media type and base64 text."""


def with_pictures(
    messages: Sequence[BaseMessage], load: Callable[[str], Picture | None]
) -> list[BaseMessage]:
    """The same messages with every stored picture in place of its `attachment_id`.

    `load` gives media type and base64 text; a picture that is gone leaves a sentence.
    """
    return [_with_pictures(message, load) for message in messages]


def _with_pictures(message: BaseMessage, load: Callable[[str], Picture | None]) -> BaseMessage:
    content = message.content
    if isinstance(content, str) or not any(_is_stored(block) for block in content):
        return message
    blocks = [_loaded(block, load) if _is_stored(block) else block for block in content]
    return message.model_copy(update={"content": blocks})


def _is_stored(block: Any) -> bool:
    return isinstance(block, dict) and block.get("type") == "image" and "attachment_id" in block


def _loaded(block: Any, load: Callable[[str], Picture | None]) -> Block:
    picture = load(block["attachment_id"])
    if picture is None:
        return {"type": "text", "text": MISSING_PICTURE}
    return {"type": "image", "base64": picture[1], "mime_type": picture[0]}


def attachment_ids(messages: Sequence[BaseMessage]) -> list[str]:
    """The stored pictures that these messages show, once each and in order."""
    blocks: Iterator[Any] = (
        block
        for message in messages
        if not isinstance(message.content, str)
        for block in message.content
    )
    found = [str(block["attachment_id"]) for block in blocks if _is_stored(block)]
    return list(dict.fromkeys(found))
