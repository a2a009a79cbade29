"""What a person sends, as one LangChain content."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import BaseMessage

from agency.prompt.fence import fence_untrusted

MISSING_PICTURE = "[a picture was here; it is no longer available]"

Block = dict[str, Any]
Picture = tuple[str, str]
"""Media type and base64 text."""


@dataclass(frozen=True, slots=True)
class ContextFile:
    """A file or folder tree that the person attached by path; its text is not trusted."""

    path: str
    text: str


def user_content(
    text: str,
    images: Sequence[Picture] = (),
    *,
    forced_tools: Sequence[str] = (),
    files: Sequence[ContextFile] = (),
    skills: Sequence[ContextFile] = (),
) -> str | list[str | Block]:
    """Forced tools, context files, skills, then the person's words; pictures before all text.

    Without pictures it is a plain string.
    """
    parts = [
        _forced(forced_tools),
        *(fence_untrusted(file.text, file.path) for file in files),
        *(f"Skill {skill.path}:\n{skill.text}" for skill in skills),
        text,
    ]
    whole = "\n\n".join(part for part in parts if part.strip())
    if not images:
        return whole
    blocks: list[str | Block] = [
        {"type": "image", "base64": data, "mime_type": media} for media, data in images
    ]
    if whole:
        blocks.append({"type": "text", "text": whole})
    return blocks


def _forced(tools: Sequence[str]) -> str:
    return f"Use these tools for this request: {', '.join(tools)}." if tools else ""


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
