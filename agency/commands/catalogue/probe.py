"""Try whether a provider, or one of its models, answers."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from uuid import UUID

from langchain_core.messages import HumanMessage

from agency.access import catalogue_for
from agency.llm.clients import client_for, close_clients
from agency.llm.port import ModelClient, ModelError, ModelRequest
from agency.models import Model, Provider
from agency.queries.effective_model import address_of, call_details, provider_key

PATIENCE_SECONDS = 20.0
Probe = Callable[[ModelClient], Awaitable[str]]


@dataclass(frozen=True)
class Outcome:
    """Whether it answered; `detail` never holds a key, `hint` says what to do."""

    ok: bool
    detail: str
    hint: str
    seconds: float


def probe_provider(*, user_id: int, provider_id: UUID) -> Outcome:
    """Ask the endpoint who it is, with its key; needs an editor. Writes nothing."""
    row = catalogue_for(Provider, user_id, provider_id, role="editor")

    async def ask(client: ModelClient) -> str:
        return await client.probe()

    return _try(row, address_of(row), provider_key(row), ask)


def probe_model(*, user_id: int, model_id: UUID) -> Outcome:
    """Have the model say a word; needs an editor. Writes nothing."""
    row = catalogue_for(Model, user_id, model_id, role="editor")
    how = call_details(row)
    request = ModelRequest(
        model=row.model_id,
        system="Answer with one word.",
        messages=[HumanMessage(content="Say: ready")],
        max_tokens=min(row.max_output, 64),
        metadata={"purpose": "title"},
    )

    async def ask(client: ModelClient) -> str:
        async for _event in client.stream(request):
            pass
        return f"{row.name} answers."

    return _try(how.provider, how.base_url, how.key, ask)


def _try(row: Provider, base_url: str | None, key: str | None, ask: Probe) -> Outcome:
    begun = time.monotonic()

    async def run() -> str:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                return await ask(client_for(row.kind, base_url, key, row.options))
        finally:
            await close_clients()

    try:
        ok, detail, hint = True, asyncio.run(run()), ""
    except ModelError as error:
        ok, detail, hint = False, error.detail, error.hint
    except TimeoutError:
        ok, detail = False, f"There was no answer within {PATIENCE_SECONDS:.0f} s."
        hint = "Check the base URL and whether the endpoint is up."
    return Outcome(ok, detail, hint, round(time.monotonic() - begun, 3))
