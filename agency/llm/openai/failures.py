"""Failures of a call, sorted into the port's five kinds by code, type and status."""

from __future__ import annotations

import re
from typing import Any

import openai

from agency.llm.failure_kinds import BY_STATUS, DETAIL_LENGTH, kind_of_status, transport_failure
from agency.llm.hints import hint_for
from agency.llm.port import ErrorKind, ModelError, Usage
from agency.llm.retry_after import retry_after
from agency.llm.secrets import scrub

FOREIGN_REASONING = "invalid_encrypted_content"

_BY_CODE: dict[str, ErrorKind] = {
    "context_length_exceeded": "overflow",
    "exceed_context_size_error": "overflow",
    "string_above_max_length": "overflow",
    "insufficient_quota": "fatal",
    "billing_hard_limit_reached": "fatal",
    "rate_limit_exceeded": "rate_limited",
    "tokens": "rate_limited",
    "requests": "rate_limited",
    "server_overloaded": "overloaded",
    "overloaded_error": "overloaded",
    "slow_down": "overloaded",
}
# Most servers that imitate the API send a prompt over their window back as an ordinary 400, and
# only its wording tells it from the others.
_TOO_LONG = re.compile(
    r"maximum context length|context (?:length|size|window)|prompt is too long|n_ctx", re.I
)


def failure_of(
    error: BaseException, *, key: str | None, model: str, usage: Usage | None = None
) -> ModelError:
    """The `ModelError` that stands for whatever the SDK or the transport raised."""
    if isinstance(error, ModelError):
        return error
    if isinstance(error, openai.APIStatusError):
        return status_failure(
            error.status_code,
            error.body,
            wait=retry_after(error.response.headers),
            key=key,
            model=model,
            usage=usage,
        )
    return transport_failure(
        error,
        timeouts=(openai.APITimeoutError,),
        unreachable=(openai.APIConnectionError,),
        key=key,
        model=model,
        usage=usage,
    )


def status_failure(
    status: int,
    body: Any,
    *,
    key: str | None,
    model: str,
    wait: float | None = None,
    usage: Usage | None = None,
) -> ModelError:
    """The failure an error answer, or an error inside a 200 stream, stands for."""
    told = told_of(body)
    code = str(told.get("code") or "")
    name = str(told.get("type") or "")
    message = str(told.get("message") or "").strip()
    kind = _kind_of(status, code, name, message)
    label = code or name or f"HTTP {status}"
    return ModelError(
        kind,
        scrub(f"{label}: {message}" if message else label, key)[:DETAIL_LENGTH],
        hint=hint_for(kind, status, _hint_name(code, name), model),
        status=status,
        retry_after=wait,
        usage=usage,
    )


def told_of(body: Any) -> dict[str, Any]:
    """What an error says of itself, in any of the shapes that servers have for it."""
    if isinstance(body, dict) and isinstance(body.get("error"), dict):
        body = body["error"]
    elif isinstance(body, dict) and isinstance(body.get("error"), str):
        body = {"message": body["error"]}
    return body if isinstance(body, dict) else {}


def error_in(event: dict[str, Any]) -> dict[str, Any] | None:
    """The error that an event of a stream reports, if it reports one."""
    if event.get("type") == "response.failed":
        return told_of(event.get("response") or {}) or {"code": "server_error"}
    is_error = event.get("type") == "error" or event.get("object") == "error"
    return told_of(event) if is_error or event.get("error") else None


def _hint_name(code: str, name: str) -> str:
    for known in (code, name):
        if known in ("insufficient_quota", "billing_hard_limit_reached"):
            return "billing_error"
        if known in ("invalid_api_key", "model_not_found"):
            return known
    return ""


def _kind_of(status: int, code: str, name: str, message: str) -> ErrorKind:
    for known in (code, name):
        if known in _BY_CODE:
            return _BY_CODE[known]
    if status in BY_STATUS:
        return BY_STATUS[status]
    if status in (200, 400, 422, 500) and _TOO_LONG.search(message):
        return "overflow"
    return kind_of_status(status)


def broken_event(*, model: str, usage: Usage | None) -> ModelError:
    """An event that is no JSON, or lacks what its kind promises."""
    return ModelError(
        "retryable",
        "The provider sent an event that could not be read.",
        hint=hint_for("retryable", None, "", model),
        usage=usage,
    )


def not_this_api(what: str) -> ModelError:
    """A 200 answer that is not the API's: another kind of server stands at the address."""
    return ModelError(
        "fatal",
        f"The address answered with {what}.",
        hint=hint_for("fatal", None, "not_this_api", ""),
        status=200,
    )
