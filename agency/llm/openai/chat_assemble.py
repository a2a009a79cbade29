"""The state of one streamed chat completion: chunks in, port events out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from agency.llm.lane import Lane
from agency.llm.openai.content import usage_of
from agency.llm.port import Completed, StreamEvent, Usage, UsageSeen

# Compatible servers tell what a model thinks in one of these.
THOUGHTS = ("reasoning_content", "reasoning")
STOP_REASONS = {
    "stop": "end_turn",
    "length": "max_tokens",
    "tool_calls": "tool_use",
    "function_call": "tool_use",
    "content_filter": "refusal",
}


class _Call:
    """A call under way; its name may come after its first arguments."""

    def __init__(self) -> None:
        self.id = ""
        self.name = ""
        self.index: int | None = None
        self.early = ""


class ChatAssembly:
    """Folds chunks of one choice; what a server leaves out is estimated or made up."""

    def __init__(self, *, estimate: int, names: Mapping[str, str]) -> None:
        self._lane = Lane()
        self._estimate = estimate
        self._names = names
        self._calls: dict[Any, _Call] = {}
        self._usage: Usage | None = None
        self._response: dict[str, Any] = {"model_provider": "openai", "api": "chat"}
        self._finish: str | None = None
        self._begun = False
        self._refused = False

    def accept(self, chunk: dict[str, Any]) -> list[StreamEvent]:
        """The port events that follow from one chunk."""
        events = self._begin(chunk)
        for choice in chunk.get("choices") or ():
            if choice.get("index", 0) == 0:
                events += self._delta(choice.get("delta") or {})
                if choice.get("finish_reason"):
                    self._finish = choice["finish_reason"]
                    events += self._lane.close()
        if chunk.get("usage"):
            events.append(UsageSeen(self._count(chunk["usage"])))
        return events

    def done(self) -> None:
        """The server said that this was all; some forget to say why."""
        if self._begun and self._finish is None:
            self._finish = "stop"

    @property
    def is_whole(self) -> bool:
        """True when nothing of the answer is missing, whether or not the closing event came."""
        return self._finish is not None

    @property
    def usage(self) -> Usage | None:
        """The best knowledge of the cost now; None when no answer had begun."""
        if self._usage is not None and self._finish is not None:
            return self._usage
        if not self._begun:
            return None
        known = self._usage or Usage(input=self._estimate)
        output = max(known.output, self._lane.blocks.output_estimate)
        return Usage(known.input, output, known.cache_read, estimated=True)

    def finish(self) -> list[StreamEvent]:
        """The end of a whole answer."""
        events = self._lane.close()
        if self._usage is None:
            self._usage = self.usage or Usage(estimated=True)
            events.append(UsageSeen(self._usage))
        reason = self._stop_reason()
        self._response["stop_reason"] = reason
        message = self._lane.blocks.message(self._response)
        return [*events, Completed(message, self._usage, reason)]

    def _stop_reason(self) -> str:
        told = STOP_REASONS.get(self._finish or "", self._finish or "end_turn")
        if self._refused:
            return "refusal"
        return "tool_use" if self._calls and told == "end_turn" else told

    def _begin(self, chunk: dict[str, Any]) -> list[StreamEvent]:
        if self._begun:
            return []
        self._begun = True
        self._response["id"] = chunk.get("id")
        self._response["model"] = chunk.get("model")
        return [UsageSeen(Usage(input=self._estimate, estimated=True))]

    def _delta(self, delta: dict[str, Any]) -> list[StreamEvent]:
        events: list[StreamEvent] = []
        thought = next((delta[name] for name in THOUGHTS if delta.get(name)), "")
        if isinstance(thought, str):
            events += self._lane.say("thinking", thought)
        events += self._lane.say("text", _text(delta.get("content")))
        if delta.get("refusal"):
            self._refused = True
            events += self._lane.say("text", delta["refusal"])
        for position, part in enumerate(delta.get("tool_calls") or ()):
            events += self._call(position, part)
        return events

    def _call(self, position: int, part: dict[str, Any]) -> list[StreamEvent]:
        given = part.get("function") or {}
        call = self._call_of(part.get("index", position), part.get("id"), given.get("name"))
        raw = given.get("arguments") or ""
        raw = raw if isinstance(raw, str) else json.dumps(raw, ensure_ascii=False)
        if call.index is not None:
            return self._lane.argue(call.index, raw)
        call.early += raw
        if not call.name:
            return []
        call.id = call.id or f"call_{uuid4().hex[:24]}"
        name = self._names.get(call.name, call.name)
        call.index, events = self._lane.call(call.id, name)
        return events + self._lane.argue(call.index, call.early)

    def _call_of(self, key: Any, call_id: str | None, name: str | None) -> _Call:
        known = self._calls.get(key)
        if known is not None and name and call_id and known.id and call_id != known.id:
            # Some servers number every call 0; a new id with a name is a new call.
            self._calls[(key, known.id)] = self._calls.pop(key)
            known = None
        if known is None:
            known = self._calls[key] = _Call()
        known.id = known.id or call_id or ""
        known.name = known.name or name or ""
        return known

    def _count(self, told: dict[str, Any]) -> Usage:
        self._usage = usage_of(told, "prompt_tokens", "completion_tokens")
        return self._usage


def _text(content: Any) -> str:
    """A piece of text; a few servers send a list of parts."""
    if isinstance(content, str):
        return content
    return "".join(str(part.get("text", "")) for part in content or () if isinstance(part, dict))
