"""Servers on this machine that speak OpenAI's API. No other host is asked."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from agency.llm.openai.client import OpenAIClient
from agency.llm.port import ModelError

PATIENCE_SECONDS = 1.5
PLACES = (
    ("Ollama", 11434),
    ("LM Studio", 1234),
    ("vLLM", 8000),
    ("vLLM", 8001),
    ("llama.cpp", 8080),
)
"""What usually listens where."""


@dataclass(frozen=True, slots=True)
class Found:
    """A server that answered, with the models that it serves."""

    name: str
    base_url: str
    models: tuple[str, ...]


async def local_servers(places: tuple[tuple[str, int], ...] = PLACES) -> list[Found]:
    """Those that answer within a moment, in the order of the places."""
    answers = await asyncio.gather(*(_ask(name, port) for name, port in places))
    return [found for found in answers if found is not None]


async def _ask(name: str, port: int) -> Found | None:
    address = f"http://127.0.0.1:{port}/v1"
    client = OpenAIClient(base_url=address, key=None)
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            return Found(name, address, tuple(await client.models()))
    except (ModelError, TimeoutError):
        return None
    finally:
        await client.aclose()
