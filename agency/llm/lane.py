"""Blocks of an answer, opened as they come, for APIs that send fields and not blocks."""

from __future__ import annotations

from typing import Any

from agency.llm.blocks import BlockList
from agency.llm.port import StreamEvent

_DELTAS = {"text": ("text_delta", "text"), "thinking": ("thinking_delta", "thinking")}


class Lane:
    """A text or a thought ends when anything else begins; calls stay open side by side."""

    def __init__(self) -> None:
        self.blocks = BlockList()
        self._opened = 0
        self._open: list[int] = []
        self._current: tuple[str, int] | None = None

    def say(self, kind: str, text: str) -> list[StreamEvent]:
        """More of the current text or thought, or a new one."""
        if not text:
            return []
        events: list[StreamEvent] = []
        if self._current is None or self._current[0] != kind:
            events = self.rest()
            index, started = self._start({"type": kind, kind: ""})
            self._current = (kind, index)
            events += started
        name, field = _DELTAS[kind]
        return events + self.blocks.delta(self._current[1], {"type": name, field: text})

    def rest(self) -> list[StreamEvent]:
        """The current text or thought is over."""
        if self._current is None:
            return []
        index, self._current = self._current[1], None
        return self._stop(index)

    def call(self, call_id: str, name: str) -> tuple[int, list[StreamEvent]]:
        """A call begins."""
        events = self.rest()
        index, started = self._start({"type": "tool_use", "id": call_id, "name": name, "input": {}})
        return index, events + started

    def argue(self, index: int, raw: str) -> list[StreamEvent]:
        """More of a call's arguments."""
        if not raw or index not in self._open:
            return []
        return self.blocks.delta(index, {"type": "input_json_delta", "partial_json": raw})

    def thought(self, fields: dict[str, Any]) -> list[StreamEvent]:
        """The current thought is over, and this is to be kept with it."""
        events: list[StreamEvent] = []
        if self._current is None or self._current[0] != "thinking":
            events = self.rest()
            index, started = self._start({"type": "thinking", "thinking": ""})
            events += started
            self._current = ("thinking", index)
        self.blocks.keep(self._current[1], fields)
        return events + self.rest()

    def mark(self, fields: dict[str, Any]) -> None:
        """Something to be kept with the current block, if there is one."""
        if self._current is not None:
            self.blocks.keep(self._current[1], fields)

    def close(self) -> list[StreamEvent]:
        """Nothing more comes."""
        self._current = None
        return [event for index in list(self._open) for event in self._stop(index)]

    def _start(self, block: dict[str, Any]) -> tuple[int, list[StreamEvent]]:
        index, self._opened = self._opened, self._opened + 1
        self._open.append(index)
        return index, self.blocks.start(index, block)

    def _stop(self, index: int) -> list[StreamEvent]:
        self._open.remove(index)
        return self.blocks.stop(index)
