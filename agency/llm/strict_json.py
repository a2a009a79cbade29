"""A request's body as the bytes that go over the line."""

from __future__ import annotations

import json
from typing import Any

from agency.llm.port import ModelError


def body_bytes(body: dict[str, Any]) -> bytes:
    """Strict JSON: a value that has no JSON form is a fatal `ModelError`."""
    return strict_bytes(strict_text(body))


def strict_bytes(text: str) -> bytes:
    """As it is sent; half a character becomes a question mark."""
    return text.encode("utf-8", "replace")


def strict_text(value: Any) -> str:
    """The JSON of a body or a part of one; a value that has none is a fatal `ModelError`."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (ValueError, TypeError, RecursionError):
        text = ""
    if not text:
        raise ModelError(
            "fatal",
            "The conversation holds a value that cannot be sent as JSON.",
            hint="Fork from a message before it.",
        )
    return text
