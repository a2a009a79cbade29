"""Clients by provider: one for each endpoint and key, shared by all runs of an event loop."""

from __future__ import annotations

import asyncio
import importlib
import json
from collections.abc import Mapping
from typing import Any
from weakref import WeakKeyDictionary

from agency.llm.port import ModelClient, ModelError

_Endpoint = tuple[str, str | None, str | None, str]

# Connections belong to the event loop that opened them, so each loop has its own clients.
_CLIENTS: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[_Endpoint, ModelClient]] = (
    WeakKeyDictionary()
)

COUNTING_KINDS = frozenset({"anthropic"})
"""Providers that count a request's tokens themselves; of the others there is an estimate."""

ADAPTERS = {
    "demo": "agency.llm.demo.client",
    "anthropic": "agency.llm.anthropic.client",
}
"""Imported by every worker before it claims; the others when a workspace has a use for them."""


def client_for(
    kind: str,
    base_url: str | None,
    key: str | None,
    options: Mapping[str, Any] | None = None,
) -> ModelClient:
    """The client of an endpoint, the same one for the same arguments and event loop.

    Must be called from a running event loop. A kind that is not installed and an address
    or key that cannot be used raise a fatal `ModelError`.
    """
    shared = _CLIENTS.setdefault(asyncio.get_running_loop(), {})
    told = json.dumps(options or {}, sort_keys=True)
    endpoint = (kind, (base_url or "").strip() or None, (key or "").strip() or None, told)
    if endpoint not in shared:
        shared[endpoint] = _made(*endpoint[:3], options or {})
    return shared[endpoint]


def import_providers() -> None:
    """Import the usual adapters now, so that nobody's first turn waits for them."""
    for kind in ADAPTERS.values():
        importlib.import_module(kind)


async def close_clients() -> None:
    """Release every connection that this event loop's clients hold."""
    shared = _CLIENTS.pop(asyncio.get_running_loop(), {})
    for client in shared.values():
        await client.aclose()


def _made(
    kind: str, base_url: str | None, key: str | None, options: Mapping[str, Any]
) -> ModelClient:
    _check(base_url, key)
    # Not imported at the top: the SDK alone takes half a second, which a start need not wait for.
    if kind == "demo":
        from agency.llm.demo.client import DemoClient

        return DemoClient()
    if kind == "anthropic":
        from agency.llm.anthropic.client import AnthropicClient

        return AnthropicClient(base_url=base_url, key=key)
    if kind == "openai":
        from agency.llm.openai.client import OpenAIClient

        return OpenAIClient(base_url=base_url, key=key, options=options)
    if kind == "plugin":
        from agency.llm.plugin.client import PluginClient

        return PluginClient(base_url=base_url, key=key, options=options)
    raise ModelError(
        "fatal",
        f"There is no adapter for providers of kind {kind}.",
        hint="Choose another kind of provider under Settings, Providers.",
    )


def _check(base_url: str | None, key: str | None) -> None:
    if base_url is not None and not base_url.startswith(("http://", "https://")):
        raise ModelError(
            "fatal",
            "The provider's base URL does not begin with http:// or https://.",
            hint="Correct the base URL under Settings, Providers.",
        )
    if key is not None and not (key.isascii() and key.isprintable() and " " not in key):
        raise ModelError(
            "fatal",
            "The provider's API key holds characters that no key has.",
            hint="Enter the API key again under Settings, Providers.",
        )
