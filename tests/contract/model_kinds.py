"""Every kind of provider in front of a fake that speaks its language."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from agency.llm.anthropic.client import AnthropicClient
from agency.llm.openai.client import OpenAIClient
from agency.llm.plugin.allowed import VARIABLE
from agency.llm.plugin.client import PluginClient
from agency.llm.port import ModelClient
from tests.contract.model_calls import KEY
from tests.fakes.model.app import App
from tests.fakes.model.server import FakeModel
from tests.fakes.openai.app import OpenAIApp

KINDS = ("anthropic", "openai-chat", "openai-responses", "plugin")
CHAT_MODEL = "tests.fakes.openai.chat_model.FakeChat"


@dataclass(frozen=True)
class Stage:
    """A client and the fake behind it."""

    kind: str
    client: ModelClient
    fake: FakeModel


@asynccontextmanager
async def stage_of(
    kind: str, monkeypatch: pytest.MonkeyPatch, key: str = KEY
) -> AsyncIterator[Stage]:
    """The kind's client with a fake of its own."""
    monkeypatch.setenv(VARIABLE, CHAT_MODEL)
    fake = FakeModel(App() if kind == "anthropic" else OpenAIApp()).start()
    client = made(kind, fake.url, key)
    try:
        yield Stage(kind, client, fake)
    finally:
        await client.aclose()
        fake.close()


def made(kind: str, url: str, key: str) -> ModelClient:
    """A client of the kind on an address."""
    given: dict[str, Any] = {"base_url": url, "key": key}
    if kind == "anthropic":
        return AnthropicClient(**given)
    if kind == "plugin":
        return PluginClient(**given, options={"class": CHAT_MODEL})
    return OpenAIClient(**given, options={"api": kind.removeprefix("openai-")})
