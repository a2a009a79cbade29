"""Where requests go, and which of the two forms of the API they take there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

ADDRESS = "https://api.openai.com/v1"
OWN_HOSTS = ("openai.com", "openai.azure.com")
_ENDINGS = ("/chat/completions", "/responses", "/models")


@dataclass(frozen=True, slots=True)
class Dialect:
    """What may be said to the server at an address."""

    is_own: bool
    """OpenAI itself; other servers know less of the API, and some refuse what they do not know."""
    responses: bool
    """The newer form, with reasoning that can be sent back."""
    reasoning_field: str
    """In which field of a chat message the server takes its reasoning back; empty: in none."""


def normal_address(base_url: str | None) -> str:
    """The address up to the version, however people paste it."""
    url = (base_url or ADDRESS).strip().rstrip("/")
    for ending in _ENDINGS:
        url = url.removesuffix(ending)
    return url if urlsplit(url).path.strip("/") else url.rstrip("/") + "/v1"


def dialect_of(base_url: str, options: Mapping[str, Any]) -> Dialect:
    """By the provider's options `api` and `reasoning_field`, else by the host."""
    host = urlsplit(base_url).hostname or ""
    own = any(host == name or host.endswith(f".{name}") for name in OWN_HOSTS)
    api = options.get("api")
    return Dialect(
        is_own=own,
        responses=api == "responses" or (own and api != "chat"),
        reasoning_field=str(options.get("reasoning_field") or ""),
    )
