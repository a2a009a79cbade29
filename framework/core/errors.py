"""Errors as named states of the world.

The docstring of a class is its title, `code` is stable on the wire, and one renderer serves
REST and sockets alike (RFC 9457 problem details).
"""

from collections.abc import Mapping, Sequence
from typing import Any


class AppError(Exception):
    """Something went wrong."""

    code = "error"
    status = 500

    def __init__(
        self,
        detail: str | None = None,
        *,
        errors: Mapping[str, Sequence[str]] | None = None,
        **extra: Any,
    ) -> None:
        self.detail = detail or self.title()
        self.errors = {field: list(texts) for field, texts in (errors or {}).items()}
        self.extra = extra
        super().__init__(self.detail)

    @classmethod
    def title(cls) -> str:
        """The first line of the docstring, which people read."""
        return (cls.__doc__ or cls.__name__).strip().splitlines()[0]

    def problem(self) -> dict[str, Any]:
        """The JSON object of `application/problem+json`; sockets send the same one."""
        body: dict[str, Any] = {
            "type": "about:blank",
            "title": self.title(),
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
        }
        if self.errors:
            body["errors"] = self.errors
        return body | self.extra


class Invalid(AppError):
    """The input is not valid."""

    code = "invalid"
    status = 400

    @classmethod
    def field(cls, name: str, text: str) -> "Invalid":
        """A refusal that names the one field at fault."""
        return cls(f"{name}: {text}", errors={name: [text]})


class Unauthenticated(AppError):
    """Sign in first."""

    code = "not_authenticated"
    status = 401


class Forbidden(AppError):
    """Your role does not allow this."""

    code = "forbidden"
    status = 403


class NotFound(AppError):
    """There is no such thing, or it is not yours."""

    code = "not_found"
    status = 404


class Conflict(AppError):
    """The state does not allow this now."""

    code = "conflict"
    status = 409


class Stale(Conflict):
    """Someone changed this since you read it."""

    code = "stale"


class IdempotencyMismatch(Conflict):
    """This key or id was used before with another body."""

    code = "idempotency_mismatch"


class CursorExpired(AppError):
    """The cursor is older than the events that are kept; read the snapshot again."""

    code = "cursor_expired"
    status = 410


class PayloadTooLarge(AppError):
    """The input is larger than the limit."""

    code = "payload_too_large"
    status = 413


class RateLimited(AppError):
    """Too many requests; try again later."""

    code = "rate_limited"
    status = 429
