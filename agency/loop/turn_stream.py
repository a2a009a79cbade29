"""Read one answer from a model, showing it as it comes."""

import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import cast

from agency.commands.run.ledger import Spent
from agency.llm.port import (
    BlockDelta,
    BlockStart,
    Completed,
    ModelClient,
    ModelError,
    ModelRequest,
    StreamEvent,
    Usage,
    UsageSeen,
)
from agency.llm.tokens import estimate_text
from agency.loop.deltas import Feed
from framework.core.crash import crash_at

CUT = "The answer ended before it was complete."


@dataclass
class Reading:
    """What is known of an answer while it comes, also when it breaks."""

    feed: Feed
    began: float = field(default_factory=time.monotonic)
    first_token: float | None = None
    usage: Usage | None = None

    def spent(self) -> Spent | None:
        """What the broken request is believed to have taken: input as told, output estimated."""
        if self.usage is None and self.first_token is None:
            return None
        usage = self.usage or Usage()
        shown = sum(estimate_text(str(block["text"])) for block in self.feed.copies())
        tokens = tokens_of(usage) | {"output": max(usage.output, shown)}
        return Spent(tokens, estimated=True, first_token=self.first_token)


async def read_answer(client: ModelClient, request: ModelRequest, reading: Reading) -> Completed:
    """Stream the answer into the feed; raises ModelError, also for one that ends too early."""
    # Closed at once when this is left early, so that the provider's connection is dropped.
    async with aclosing(cast("AsyncGenerator[StreamEvent]", client.stream(request))) as events:
        async for event in events:
            if isinstance(event, Completed):
                return event
            _show(event, reading)
    raise ModelError("retryable", CUT, hint="It is tried again.")


def _show(event: StreamEvent, reading: Reading) -> None:
    match event:
        case BlockDelta():
            if reading.first_token is None:
                reading.first_token = time.monotonic() - reading.began
            reading.feed.add(event.block, event.text)
            crash_at("mid_stream")
        case BlockStart():
            reading.feed.begin(event.block, event.kind, event.name, event.call_id)
        case UsageSeen():
            reading.usage = event.usage


def tokens_of(usage: Usage) -> dict[str, int]:
    """The ledger's words for a usage."""
    return {
        "input": usage.input,
        "output": usage.output,
        "cache_read": usage.cache_read,
        "cache_write": usage.cache_write,
    }
