"""Models that a fresh provider starts with. Every figure can be edited in the product.

Prices are US dollars for a million tokens, as published in November 2026; cache writes are
those that live five minutes, the only ones the adapter makes. The models would give longer
answers than `max_output`, but all of it is reserved from budgets before every call.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

_ALL = {"vision": True, "tools": True, "thinking": True}
_CLAUDE = {"window": 1_000_000, "max_output": 32_000, "abilities": _ALL}

_GPT = {"window": 272_000, "max_output": 32_000, "abilities": _ALL}


def _prices(entry: str, output: str, read: str, write: str) -> dict[str, Decimal]:
    return {
        "price_input": Decimal(entry),
        "price_output": Decimal(output),
        "price_cache_read": Decimal(read),
        "price_cache_write": Decimal(write),
    }


DEFAULT_MODELS: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "anthropic": (
        {
            "name": "Claude Sonnet 5.5",
            "model_id": "claude-sonnet-5-5",
            **_CLAUDE,
            **_prices("2", "10", "0.10", "2.50"),
        },
        {
            "name": "Claude Opus 5.5",
            "model_id": "claude-opus-5-5",
            **_CLAUDE,
            **_prices("4", "20", "0.20", "5"),
        },
        {
            "name": "Claude Fable 5.2",
            "model_id": "claude-fable-5-2",
            **_CLAUDE,
            **_prices("8", "40", "0.20", "10"),
        },
        {
            # Prompts over 100,000 tokens cost five times as much. The smaller window keeps
            # conversations below that line, so that the price shown is the price paid.
            "name": "Claude Haiku 5.5",
            "model_id": "claude-haiku-5-5",
            **_CLAUDE,
            "window": 100_000,
            **_prices("0.10", "0.50", "0.01", "0.125"),
        },
        {
            "name": "Claude Haiku 4.5",
            "model_id": "claude-haiku-4-5",
            "window": 200_000,
            "max_output": 32_000,
            "abilities": _ALL,
            **_prices("1", "5", "0.10", "1.25"),
        },
    ),
    "openai": (
        {
            # Prompts over 272,000 tokens cost more: the window stays below that line.
            "name": "GPT-6.1 Sol",
            "model_id": "gpt-6.1-sol",
            **_GPT,
            **_prices("2", "10", "0.10", "2.50"),
        },
        {
            "name": "GPT-6 Luna",
            "model_id": "gpt-6-luna",
            **_GPT,
            **_prices("0.10", "0.50", "0.01", "0.125"),
        },
    ),
    "demo": (
        {
            "name": "Demo, no key",
            "model_id": "demo",
            "window": 200_000,
            "max_output": 8_192,
            "abilities": _ALL,
            **_prices("0", "0", "0", "0"),
        },
    ),
}
"""Keyword arguments of a catalogue row, by kind of provider; the first one is the default."""

TITLE_MODELS: Mapping[str, str] = {
    "anthropic": "claude-haiku-5-5",
    "openai": "gpt-6-luna",
    "demo": "demo",
}
"""The cheap model of each kind, for titles and other small jobs."""
