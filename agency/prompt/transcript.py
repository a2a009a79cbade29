"""A conversation as one text that fits a given room: what a summary is made from.

Note: a text, not a history. It has no calls to be paired, no signed thoughts and no pictures, so
that no provider can refuse it for its form, wherever it is cut.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from agency.prompt.fence import fence_untrusted

LABEL = "conversation"
CAPS: Final = (100_000, 8_000, 2_000, 500)
"""Characters that one part may have, tried in this order until the whole fits."""

LEFT_OUT = "[a part of the conversation was left out here: it was too long]"


def transcript(messages: Sequence[BaseMessage], *, room: int, earlier: str = "") -> str:
    """The conversation in at most `room` characters, fenced; `earlier` is the last summary."""
    parts: list[str] = []
    for cap in CAPS:
        parts = [f"Summary of what came before: {_short(earlier, cap * 4)}"] if earlier else []
        parts += [_part(message, cap) for message in messages]
        if sum(len(part) + 2 for part in parts) <= room:
            return fence_untrusted("\n\n".join(parts), LABEL)
    return fence_untrusted("\n\n".join(_ends(parts, room)), LABEL)


def _ends(parts: Sequence[str], room: int) -> list[str]:
    """The beginning and, mostly, the end: the newest parts matter most."""
    first, last = _taken(parts, room // 4), _taken(parts[::-1], room * 3 // 4 - len(LEFT_OUT))
    return [*first, LEFT_OUT, *last[::-1]]


def _taken(parts: Sequence[str], room: int) -> list[str]:
    taken: list[str] = []
    for part in parts:
        room -= len(part) + 2
        if room < 0:
            break
        taken.append(part)
    return taken


def _part(message: BaseMessage, cap: int) -> str:
    text = _short(_text(message.content), cap)
    if isinstance(message, HumanMessage):
        return f"Person: {text}"
    if isinstance(message, ToolMessage):
        return f"Result of {message.name or 'a tool'} ({message.status}): {text}"
    calls = message.tool_calls if isinstance(message, AIMessage) else []
    told = [f"Agent: {text}"] if text else []
    asked = [f"Agent calls {call['name']}: {_short(_json(call['args']), cap)}" for call in calls]
    return "\n".join([*told, *asked]) or "Agent: (nothing)"


def _text(content: str | list[Any]) -> str:
    if isinstance(content, str):
        return content.strip()
    return "\n".join(filter(None, map(_block_text, content))).strip()


def _block_text(block: Any) -> str:
    if isinstance(block, str):
        return block
    kind = block.get("type")
    if kind == "text":
        return str(block.get("text", ""))
    return "[a picture]" if kind in ("image", "image_url") else ""


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _short(text: str, cap: int) -> str:
    if len(text) <= cap:
        return text
    return f"{text[: cap * 2 // 3]} […] {text[-cap // 3 :]}"
