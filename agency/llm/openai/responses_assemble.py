"""The state of one streamed response: events in, port events out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from agency.llm.lane import Lane
from agency.llm.openai.content import usage_of
from agency.llm.port import Completed, StreamEvent, Usage, UsageSeen

Event = dict[str, Any]


class ResponsesAssembly:
    """Folds the events that matter; the many others are ignored."""

    def __init__(self, *, estimate: int, names: Mapping[str, str]) -> None:
        self._lane = Lane()
        self._estimate = estimate
        self._names = names
        self._calls: dict[int, int] = {}
        self._argued: set[int] = set()
        self._summary: tuple[Any, Any] | None = None
        self._usage: Usage | None = None
        self._response: Event = {"model_provider": "openai", "api": "responses"}
        self._ending: str | None = None
        self._begun = False
        self._refused = False
        self._takers: dict[str, Callable[[Event], list[StreamEvent]]] = {
            "response.created": self._begin,
            "response.output_item.added": self._added,
            "response.output_item.done": self._item_done,
            "response.output_text.delta": self._text,
            "response.refusal.delta": self._refusal,
            "response.reasoning_summary_text.delta": self._thought,
            "response.reasoning_text.delta": self._thought,
            "response.function_call_arguments.delta": self._arguments,
            "response.completed": self._completed,
            "response.incomplete": self._completed,
        }

    def accept(self, event: Event) -> list[StreamEvent]:
        """The port events that follow from one provider event."""
        taker = self._takers.get(event.get("type", ""))
        return taker(event) if taker is not None else []

    def done(self) -> None:
        """A closing mark of the other form of the API; here it says nothing."""

    @property
    def is_whole(self) -> bool:
        """True when nothing of the answer is missing."""
        return self._ending is not None

    @property
    def usage(self) -> Usage | None:
        """The best knowledge of the cost now; None when no answer had begun."""
        if self._usage is not None:
            return self._usage
        if not self._begun:
            return None
        return Usage(self._estimate, self._lane.blocks.output_estimate, estimated=True)

    def finish(self) -> list[StreamEvent]:
        """The end of a whole answer."""
        events = self._lane.close()
        if self._usage is None:
            self._usage = self.usage or Usage(estimated=True)
            events.append(UsageSeen(self._usage))
        reason = "refusal" if self._refused else (self._ending or "end_turn")
        if reason == "end_turn" and self._calls:
            reason = "tool_use"
        self._response["stop_reason"] = reason
        message = self._lane.blocks.message(self._response)
        return [*events, Completed(message, self._usage, reason)]

    def _begin(self, event: Event) -> list[StreamEvent]:
        self._begun = True
        response = event.get("response") or {}
        self._response["id"] = response.get("id")
        self._response["model"] = response.get("model")
        return [UsageSeen(Usage(input=self._estimate, estimated=True))]

    def _added(self, event: Event) -> list[StreamEvent]:
        item = event["item"]
        if item["type"] != "function_call":
            return []
        name = self._names.get(item["name"], item["name"])
        index, events = self._lane.call(item["call_id"], name)
        self._calls[event["output_index"]] = index
        return events

    def _text(self, event: Event) -> list[StreamEvent]:
        return self._lane.say("text", event["delta"])

    def _refusal(self, event: Event) -> list[StreamEvent]:
        self._refused = True
        return self._lane.say("text", event["delta"])

    def _thought(self, event: Event) -> list[StreamEvent]:
        part = (event.get("output_index"), event.get("summary_index", event.get("content_index")))
        before, self._summary = self._summary, part
        is_next_part = before is not None and before[0] == part[0] and before != part
        gap = "\n\n" if is_next_part else ""
        return self._lane.say("thinking", gap + event["delta"])

    def _arguments(self, event: Event) -> list[StreamEvent]:
        index = self._calls[event["output_index"]]
        self._argued.add(index)
        return self._lane.argue(index, event["delta"])

    def _item_done(self, event: Event) -> list[StreamEvent]:
        item = event["item"]
        if item["type"] == "reasoning":
            kept = {name: value for name, value in item.items() if value is not None}
            return self._lane.thought({"item": kept})
        if item["type"] == "message":
            if item.get("phase"):
                self._lane.mark({"phase": item["phase"]})
            return self._lane.rest()
        index = self._calls.get(event["output_index"])
        if index is None:
            return []
        # A server that sends the arguments in one piece may leave the deltas out.
        return [] if index in self._argued else self._lane.argue(index, item.get("arguments") or "")

    def _completed(self, event: Event) -> list[StreamEvent]:
        response = event.get("response") or {}
        self._ending = "end_turn"
        if event["type"] == "response.incomplete":
            why = (response.get("incomplete_details") or {}).get("reason")
            self._ending = "refusal" if why == "content_filter" else "max_tokens"
        events = self._lane.close()
        if told := response.get("usage"):
            events.append(UsageSeen(self._count(told)))
        return events

    def _count(self, told: Event) -> Usage:
        self._usage = usage_of(told, "input_tokens", "output_tokens")
        return self._usage
