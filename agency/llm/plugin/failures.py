"""Failures of foreign chat models, sorted by status and type; their words decide nothing."""

from __future__ import annotations

from typing import Any

from agency.llm.failure_kinds import DETAIL_LENGTH, causes, kind_of_status
from agency.llm.hints import hint_for
from agency.llm.port import ErrorKind, ModelError, Usage
from agency.llm.retry_after import retry_after
from agency.llm.secrets import scrub

OVERFLOW_CODES = frozenset({"context_length_exceeded", "exceed_context_size_error"})
FATAL_CODES = frozenset({"insufficient_quota", "billing_hard_limit_reached"})
_TRANSPORT = ("ConnectionError", "Timeout", "TransportError", "ConnectError", "ProtocolError",
              "ReadError", "ClientError", "APIConnectionError")  # fmt: skip


def failure_of(
    error: BaseException, *, key: str | None, model: str, usage: Usage | None
) -> ModelError:
    """The `ModelError` that stands for what a chat model raised."""
    if isinstance(error, ModelError):
        return error
    status = _status(error)
    code = str(getattr(error, "code", "") or "")
    kind = _kind_of(error, status, code)
    name = "billing_error" if code in FATAL_CODES else ""
    detail = scrub(f"{type(error).__name__}: {error}", key)[:DETAIL_LENGTH]
    headers = getattr(getattr(error, "response", None), "headers", None)
    return ModelError(
        kind,
        detail,
        hint=hint_for(kind, status, name, model),
        status=status,
        retry_after=retry_after(headers) if headers is not None else None,
        usage=usage,
    )


def _kind_of(error: BaseException, status: int | None, code: str) -> ErrorKind:
    if code in OVERFLOW_CODES or type(error).__name__ == "ContextOverflowError":
        return "overflow"
    if code in FATAL_CODES:
        return "fatal"
    if status is not None:
        return kind_of_status(status)
    if any(_is_transport(one) for one in causes(error)):
        return "retryable"
    # An error inside a stream has a code, but no status.
    return "retryable" if code else "fatal"


def _status(error: BaseException) -> int | None:
    for holder in (error, getattr(error, "response", None)):
        for name in ("status_code", "status"):
            value: Any = getattr(holder, name, None)
            if isinstance(value, int) and 400 <= value < 600:
                return value
    return None


def _is_transport(error: BaseException) -> bool:
    if isinstance(error, OSError):
        return True
    names = {kind.__name__ for kind in type(error).__mro__}
    return any(any(part in name for part in _TRANSPORT) for name in names)
