"""Refusals in the provider's own shape."""

from __future__ import annotations

from typing import Any

TYPES = {
    400: "invalid_request_error",
    401: "authentication_error",
    402: "billing_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    500: "api_error",
    503: "api_error",
    504: "timeout_error",
    529: "overloaded_error",
}


class Refused(Exception):
    """The request breaks a rule of the API."""

    def __init__(self, message: str, *, status: int = 400) -> None:
        super().__init__(message)
        self.message = message
        self.status = status


def error_body(status: int, message: str, *, kind: str | None = None) -> dict[str, Any]:
    """The JSON of an error answer or error event."""
    return {
        "type": "error",
        "error": {"type": kind or TYPES.get(status, "api_error"), "message": message},
        "request_id": "req_fake",
    }
