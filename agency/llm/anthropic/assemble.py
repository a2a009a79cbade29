"""The state of one streamed answer: every provider event in, port events out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from agency.llm.blocks import BlockList
from agency.llm.port import Completed, StreamEvent, Usage, UsageSeen


class Assembly:
    """Folds provider events; unknown event types are ignored, as the API asks of clients."""

    def __init__(self) -> None:
        self._blocks = BlockList()
        self._usage: Usage | None = None
        self._response: dict[str, Any] = {"model_provider": "anthropic"}
        self._stop_reason: str | None = None

    def accept(self, event: dict[str, Any]) -> list[StreamEvent]:
        """The port events that follow from one provider event."""
        kind = event["type"]
        if kind == "content_block_delta":
            return self._blocks.delta(event["index"], event["delta"])
        if kind == "content_block_start":
            return self._blocks.start(event["index"], event["content_block"])
        if kind == "content_block_stop":
            return self._blocks.stop(event["index"])
        if kind == "message_start":
            return self._begin(event["message"])
        if kind == "message_delta":
            return self._turn(event)
        if kind == "message_stop":
            # Servers that imitate the API are known to close without a reason.
            self._stop_reason = self._stop_reason or "end_turn"
        return []

    @property
    def is_whole(self) -> bool:
        """True when nothing of the answer is missing, whether or not the closing event came."""
        return self._stop_reason is not None and self._blocks.all_closed

    @property
    def usage(self) -> Usage | None:
        """The best knowledge of the cost now; None when the provider told nothing."""
        if self._usage is None or self._stop_reason is not None:
            return self._usage
        output = max(self._usage.output, self._blocks.output_estimate)
        return replace(self._usage, output=output, estimated=True)

    def finish(self) -> Completed:
        """The whole answer; only when `is_whole`."""
        assert self._stop_reason is not None
        message = self._blocks.message(self._response)
        return Completed(message, self._usage or Usage(), self._stop_reason)

    def _begin(self, message: dict[str, Any]) -> list[StreamEvent]:
        self._response["id"] = message.get("id")
        self._response["model"] = message.get("model")
        return [UsageSeen(self._count(message.get("usage") or {}))]

    def _turn(self, event: dict[str, Any]) -> list[StreamEvent]:
        delta = event["delta"]
        self._stop_reason = delta.get("stop_reason") or self._stop_reason
        self._response["stop_reason"] = self._stop_reason
        if delta.get("stop_sequence"):
            self._response["stop_sequence"] = delta["stop_sequence"]
        return [UsageSeen(self._count(event.get("usage") or {}))]

    def _count(self, told: dict[str, Any]) -> Usage:
        """Counts are cumulative, and a field the event leaves out keeps its value."""
        known = self._usage or Usage()
        self._usage = Usage(
            input=_newest(told, "input_tokens", known.input),
            output=_newest(told, "output_tokens", known.output),
            cache_read=_newest(told, "cache_read_input_tokens", known.cache_read),
            cache_write=_newest(told, "cache_creation_input_tokens", known.cache_write),
        )
        return self._usage


def _newest(told: dict[str, Any], field: str, known: int) -> int:
    value = told.get(field)
    return known if value is None else int(value)
