"""A request's body as the bytes that go over the line."""

from __future__ import annotations

import json
from typing import Any

from agency.llm.port import ModelError


def body_bytes(body: dict[str, Any]) -> bytes:
    """Strict JSON: a value that has no JSON form is a fatal `ModelError`."""
    try:
        text = json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (ValueError, TypeError, RecursionError):
        text = ""
    if not text:
        raise ModelError(
            "fatal",
            "The conversation holds a value that cannot be sent as JSON.",
            hint="Fork from a message before it.",
        )
    return text.encode("utf-8", "replace")
