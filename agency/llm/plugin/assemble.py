"""LangChain's chunks in, port events out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from langchain_core.messages import AIMessageChunk

from agency.llm.lane import Lane
from agency.llm.port import Completed, ModelError, StreamEvent, Usage, UsageSeen

STOP_REASONS = {
    "stop": "end_turn",
    "end_turn": "end_turn",
    "stop_sequence": "end_turn",
    "length": "max_tokens",
    "max_tokens": "max_tokens",
    "tool_calls": "tool_use",
    "tool_use": "tool_use",
    "content_filter": "refusal",
    "safety": "refusal",
    "refusal": "refusal",
}
REASONS = ("finish_reason", "stop_reason", "done_reason")


class ChunkAssembly:
    """Folds chunks; a class that tells no usage has it estimated."""

    def __init__(self, *, estimate: int, model: str) -> None:
        self._lane = Lane()
        self._estimate = estimate
        self._calls: dict[Any, int] = {}
        self._usage: Usage | None = None
        self._reason = ""
        self._begun = False
        self._model = model

    def accept(self, chunk: AIMessageChunk) -> list[StreamEvent]:
        """The port events that follow from one chunk."""
        events: list[StreamEvent] = []
        if not self._begun:
            self._begun = True
            events.append(UsageSeen(Usage(input=self._estimate, estimated=True)))
        events += self._said(chunk)
        for position, part in enumerate(chunk.tool_call_chunks):
            events += self._call(position, part)
        self._told(chunk.response_metadata)
        if chunk.usage_metadata:
            events.append(UsageSeen(self._count(chunk.usage_metadata)))
        return events

    @property
    def usage(self) -> Usage | None:
        """The best knowledge of the cost now; None when no answer had begun."""
        if not self._begun:
            return None
        known = self._usage or Usage(input=self._estimate)
        output = max(known.output, self._lane.blocks.output_estimate)
        return Usage(known.input, output, known.cache_read, known.cache_write, estimated=True)

    def finish(self) -> list[StreamEvent]:
        """The end of an answer; one without a word of why it ends was cut."""
        if not self._begun or (not self._reason and not self._lane.blocks.has_any):
            raise ModelError(
                "retryable",
                "The chat model's stream ended before its answer.",
                hint="Try again.",
                usage=self.usage,
            )
        events = self._lane.close()
        if self._usage is None:
            self._usage = self.usage or Usage(estimated=True)
            events.append(UsageSeen(self._usage))
        reason = self._stop_reason()
        response = {"model_provider": "plugin", "model": self._model, "stop_reason": reason}
        return [*events, Completed(self._lane.blocks.message(response), self._usage, reason)]

    def _stop_reason(self) -> str:
        told = STOP_REASONS.get(self._reason.lower(), self._reason or "end_turn")
        return "tool_use" if self._calls and told == "end_turn" else told

    def _said(self, chunk: AIMessageChunk) -> list[StreamEvent]:
        if isinstance(chunk.content, str):
            thought = chunk.additional_kwargs.get("reasoning_content")
            events = self._lane.say("thinking", thought) if isinstance(thought, str) else []
            return events + self._lane.say("text", chunk.content)
        events = []
        for block in chunk.content:
            if isinstance(block, str):
                events += self._lane.say("text", block)
            elif block.get("type") == "text":
                events += self._lane.say("text", str(block.get("text") or ""))
            elif block.get("type") in ("reasoning", "thinking"):
                thought = block.get("reasoning") or block.get("thinking") or ""
                events += self._lane.say("thinking", str(thought))
        return events

    def _call(self, position: int, part: Mapping[str, Any]) -> list[StreamEvent]:
        index = part.get("index")
        key = index if index is not None else part.get("id") or position
        events: list[StreamEvent] = []
        if key not in self._calls:
            if not part.get("name"):
                return []
            call_id = part.get("id") or f"call_{uuid4().hex[:24]}"
            self._calls[key], events = self._lane.call(str(call_id), str(part["name"]))
        return events + self._lane.argue(self._calls[key], part.get("args") or "")

    def _told(self, response: Mapping[str, Any]) -> None:
        for name in REASONS:
            if isinstance(response.get(name), str):
                self._reason = response[name]

    def _count(self, told: Mapping[str, Any]) -> Usage:
        details = told.get("input_token_details") or {}
        read = int(details.get("cache_read") or 0)
        written = int(details.get("cache_creation") or 0)
        known = self._usage or Usage()
        # Some classes tell it once, others a part with each chunk: LangChain adds them up.
        self._usage = Usage(
            input=known.input + max(0, int(told.get("input_tokens") or 0) - read - written),
            output=known.output + int(told.get("output_tokens") or 0),
            cache_read=known.cache_read + read,
            cache_write=known.cache_write + written,
        )
        return self._usage
