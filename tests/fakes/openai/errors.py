"""Refusals in the shape of this API."""

from __future__ import annotations

from typing import Any

TYPES = {401: "invalid_request_error", 429: "requests", 500: "server_error", 503: "server_error"}
CODES = {401: "invalid_api_key", 404: "model_not_found", 429: "rate_limit_exceeded"}


def error_body(status: int, message: str, *, code: str | None = None) -> dict[str, Any]:
    """The JSON of an error answer, or of an error inside a stream."""
    return {
        "error": {
            "message": message,
            "type": TYPES.get(status, "invalid_request_error"),
            "param": None,
            "code": code if code is not None else CODES.get(status),
        }
    }
