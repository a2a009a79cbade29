"""Content blocks on their way in: from stream events to one LangChain message."""

from __future__ import annotations

import json
from typing import Any

from langchain_core.messages import AIMessage

from agency.llm.port import BlockDelta, BlockKind, BlockStart, BlockStop, StreamEvent

_KINDS: dict[str, BlockKind] = {
    "text": "text",
    "thinking": "thinking",
    "redacted_thinking": "redacted_thinking",
    "tool_use": "tool_use",
}
_TEXT_FIELD = {"text_delta": "text", "thinking_delta": "thinking", "input_json_delta": "input"}


class BlockList:
    """Blocks under construction, in the order the provider gave them."""

    def __init__(self) -> None:
        self._blocks: dict[int, dict[str, Any]] = {}
        self._pieces: dict[int, list[str]] = {}
        self._open: set[int] = set()
        self._malformed: list[str] = []
        self._characters = 0

    @property
    def all_closed(self) -> bool:
        """True when no block waits for more."""
        return not self._open

    @property
    def has_any(self) -> bool:
        """True when something came."""
        return bool(self._blocks)

    @property
    def output_estimate(self) -> int:
        """Tokens received so far, at four characters each."""
        return (self._characters + 3) // 4

    def start(self, index: int, block: dict[str, Any]) -> list[StreamEvent]:
        """Open a block; one of a kind we do not stream is kept, but not announced."""
        block = {name: value for name, value in block.items() if value is not None}
        self._blocks[index] = block
        self._pieces[index] = []
        self._open.add(index)
        kind = _KINDS.get(block["type"])
        if kind is None:
            return []
        events: list[StreamEvent] = [BlockStart(index, kind, block.get("name"), block.get("id"))]
        given = block.get(kind) if kind in ("text", "thinking") else None
        if given:
            events.append(self._grow(index, kind, given))
        return events

    def delta(self, index: int, delta: dict[str, Any]) -> list[StreamEvent]:
        """Take one delta; signatures and citations change the block silently."""
        block = self._blocks[index]
        field = _TEXT_FIELD.get(delta["type"])
        if field is not None:
            kind = _KINDS.get(block["type"])
            text = delta["partial_json" if field == "input" else field]
            if kind is not None and text:
                return [self._grow(index, kind, text)]
            self._pieces[index].append(text)
        elif delta["type"] == "signature_delta":
            block["signature"] = block.get("signature", "") + delta["signature"]
        elif delta["type"] == "citations_delta":
            block["citations"] = [*(block.get("citations") or []), delta["citation"]]
        return []

    def stop(self, index: int) -> list[StreamEvent]:
        """Close a block: its text becomes whole, its input becomes an object."""
        block = self._blocks[index]
        self._open.discard(index)
        joined = "".join(self._pieces.pop(index, ()))
        if block["type"] in ("text", "thinking"):
            block[block["type"]] = joined
        elif joined:
            block["input"] = self._parsed_input(block, joined)
        return [BlockStop(index)] if block["type"] in _KINDS else []

    def keep(self, index: int, fields: dict[str, Any]) -> None:
        """Remember fields of a block that nobody watches."""
        self._blocks[index] |= fields

    def message(self, response: dict[str, Any]) -> AIMessage:
        """The finished message; `response` tells where it came from."""
        content = [self._blocks[index] for index in sorted(self._blocks)]
        calls = [
            {"name": block["name"], "args": block["input"], "id": block["id"], "type": "tool_call"}
            for block in content
            if block["type"] == "tool_use"
        ]
        extra = {"malformed_calls": self._malformed} if self._malformed else {}
        return AIMessage(
            content=content,  # type: ignore[arg-type]  # lists are invariant
            tool_calls=calls,
            additional_kwargs=extra,
            response_metadata=response,
        )

    def _grow(self, index: int, kind: BlockKind, text: str) -> BlockDelta:
        self._pieces[index].append(text)
        self._characters += len(text)
        return BlockDelta(index, kind, text)

    def _parsed_input(self, block: dict[str, Any], joined: str) -> dict[str, Any]:
        try:
            parsed = json.loads(joined, parse_constant=_refuse_constant)
        except (ValueError, RecursionError):
            parsed = None
        if isinstance(parsed, dict):
            return parsed
        self._malformed.append(block["id"])
        return {}


def _refuse_constant(name: str) -> None:
    # Python reads NaN and Infinity; JSON has neither, and sending them back is a 400.
    raise ValueError(name)
