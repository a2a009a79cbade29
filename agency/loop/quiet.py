"""Ask a model for a text that nobody watches as it comes."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from typing import cast

from agency.commands.run.ledger import Spent
from agency.llm.port import Completed, ModelError, ModelRequest, StreamEvent, Usage, UsageSeen
from agency.loop.adapters import ready_client
from agency.loop.turn_stream import CUT, tokens_of
from agency.queries.effective_model import EffectiveModel


@dataclass
class Listening:
    """What is known of the request while it is answered, also when it breaks."""

    usage: Usage | None = None

    def spent(self) -> Spent | None:
        """What a broken request is believed to have taken."""
        return None if self.usage is None else Spent(tokens_of(self.usage), estimated=True)


@dataclass(frozen=True, slots=True)
class Told:
    """The whole text, and what it took."""

    text: str
    spent: Spent


async def ask(model: EffectiveModel, request: ModelRequest, listening: Listening) -> Told:
    """The model's text; raises ModelError, also for an answer that ends too early."""
    client = await ready_client(model)
    async with aclosing(cast("AsyncGenerator[StreamEvent]", client.stream(request))) as events:
        async for event in events:
            if isinstance(event, Completed):
                usage = event.usage
                spent = Spent(tokens_of(usage), estimated=usage.estimated)
                return Told(event.message.text, spent)
            if isinstance(event, UsageSeen):
                listening.usage = event.usage
    raise ModelError("retryable", CUT, hint="It is tried again.")
