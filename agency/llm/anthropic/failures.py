"""Failures of a call, sorted into the port's five kinds by type and status."""

from __future__ import annotations

import re
from typing import Any

import anthropic

from agency.llm.failure_kinds import BY_STATUS, DETAIL_LENGTH, kind_of_status, transport_failure
from agency.llm.hints import hint_for
from agency.llm.port import ErrorKind, ModelError, Usage
from agency.llm.retry_after import retry_after
from agency.llm.secrets import scrub

_BY_TYPE: dict[str, ErrorKind] = {
    "overloaded_error": "overloaded",
    "rate_limit_error": "rate_limited",
    "request_too_large": "overflow",
    "api_error": "retryable",
    "timeout_error": "retryable",
    "conflict_error": "retryable",
    "invalid_request_error": "fatal",
    "authentication_error": "fatal",
    "billing_error": "fatal",
    "permission_error": "fatal",
    "not_found_error": "fatal",
}
# The one case without a type of its own: a prompt over the window is an ordinary
# invalid_request_error, and only its wording tells it from the others.
_TOO_LONG = re.compile(
    r"prompt is too long|input length and `?max_tokens`? exceed|exceeds? the context window", re.I
)


def failure_of(
    error: BaseException, *, key: str | None, model: str, usage: Usage | None = None
) -> ModelError:
    """The `ModelError` that stands for whatever the SDK or the transport raised."""
    if isinstance(error, ModelError):
        return error
    if isinstance(error, anthropic.APIStatusError):
        body = error.body if isinstance(error.body, dict) else {}
        return status_failure(
            error.status_code,
            body,
            retry_after=retry_after(error.response.headers),
            key=key,
            model=model,
            usage=usage,
        )
    return transport_failure(
        error,
        timeouts=(anthropic.APITimeoutError,),
        unreachable=(anthropic.APIConnectionError,),
        key=key,
        model=model,
        usage=usage,
    )


def status_failure(
    status: int,
    body: dict[str, Any],
    *,
    key: str | None,
    model: str,
    retry_after: float | None = None,
    usage: Usage | None = None,
) -> ModelError:
    """The failure an error answer, or an error event inside a 200 stream, stands for."""
    told = body.get("error")
    told = told if isinstance(told, dict) else {}
    error_type = str(told.get("type") or "")
    message = str(told.get("message") or "").strip()
    kind = _kind_of(status, error_type, message, told)
    label = error_type or f"HTTP {status}"
    detail = f"{label}: {message}" if message else label
    return ModelError(
        kind,
        scrub(detail, key)[:DETAIL_LENGTH],
        hint=hint_for(kind, status, error_type, model),
        status=status,
        retry_after=retry_after,
        usage=usage,
    )


def _kind_of(status: int, error_type: str, message: str, told: dict[str, Any]) -> ErrorKind:
    details = told.get("details")
    code = str(details.get("error_code") or "") if isinstance(details, dict) else ""
    if "spend_limit" in code:
        return "fatal"
    if error_type == "invalid_request_error" and _TOO_LONG.search(message):
        return "overflow"
    if status in BY_STATUS:
        return BY_STATUS[status]
    if error_type in _BY_TYPE:
        return _BY_TYPE[error_type]
    return kind_of_status(status)


def broken_event(name: str, *, model: str, usage: Usage | None) -> ModelError:
    """An event that is no JSON, or lacks what its kind promises."""
    return ModelError(
        "retryable",
        f"The provider sent a {name[:40]} event that could not be read.",
        hint=hint_for("retryable", None, "", model),
        usage=usage,
    )


def not_a_stream(content_type: str, *, model: str) -> ModelError:
    """A 200 answer that is no event stream: another kind of server stands at the address."""
    return ModelError(
        "fatal",
        f"The address answered with {content_type or 'no content type'}, not an event stream.",
        hint=hint_for("fatal", None, "not_a_stream", model),
        status=200,
    )
