"""What every kind of provider's failures have in common: statuses, transports, broken streams."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from socket import gaierror

import aiohttp
import httpx2

from agency.llm.hints import hint_for
from agency.llm.port import ErrorKind, ModelError, Usage
from agency.llm.secrets import scrub

DETAIL_LENGTH = 600
"""Characters of a provider's own words that are kept."""

BY_STATUS: dict[int, ErrorKind] = {
    408: "retryable",
    409: "retryable",
    413: "overflow",
    425: "retryable",
    429: "rate_limited",
    503: "overloaded",
    529: "overloaded",
}
"""The statuses that say more than whose fault it is."""

Kinds = tuple[type[BaseException], ...]


def kind_of_status(status: int) -> ErrorKind:
    """What a status alone says."""
    return BY_STATUS.get(status) or ("fatal" if 400 <= status < 500 else "retryable")


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """The error and what led to it, the nearest first."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def transport_failure(
    error: BaseException,
    *,
    timeouts: Kinds,
    unreachable: Kinds,
    key: str | None,
    model: str,
    usage: Usage | None,
) -> ModelError:
    """The failure of a connection; the SDK's own classes of timeouts and lost ways are named.

    Another try does not help against a certificate, so that one is fatal.
    """
    chain = list(causes(error))
    kind: ErrorKind = "retryable"
    name = ""
    if any(isinstance(one, (ssl.SSLError, aiohttp.ClientSSLError)) for one in chain):
        kind, name = "fatal", "certificate"
        detail = "The server's certificate is not one that this machine trusts."
    elif any(isinstance(one, gaierror) for one in chain):
        name = "unknown_host"
        detail = "There is no host of that name."
    elif isinstance(error, (*timeouts, httpx2.TimeoutException, TimeoutError)):
        detail = "The provider did not answer in time."
    elif isinstance(error, unreachable):
        cause = error.__cause__ or error
        detail = f"The provider could not be reached ({type(cause).__name__})."
    else:
        detail = f"The connection to the provider broke ({type(error).__name__})."
    hint = hint_for(kind, None, name, model)
    return ModelError(kind, scrub(detail, key), hint=hint, usage=usage)


def cut_short(*, model: str, usage: Usage | None) -> ModelError:
    """The stream ended politely, but before its closing event."""
    return ModelError(
        "retryable",
        "The provider closed the stream before the answer was complete.",
        hint=hint_for("retryable", None, "", model),
        usage=usage,
    )
