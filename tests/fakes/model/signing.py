"""Signatures of thinking blocks: what this server issued, it knows again, in any process."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from typing import Any

_SECRET = b"the fake provider's only secret"


def prefix_digest(request: dict[str, Any], upto: int) -> str:
    """A digest of all that stands before message `upto`, cache markers aside."""
    before = [request.get("system"), request.get("tools"), request["messages"][:upto]]
    plain = json.dumps(_without_markers(before), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def sign(thinking: str, prefix: str) -> str:
    """The signature of a thinking text that follows a prefix."""
    return f"{prefix}.{_mac(thinking, prefix)}"


def redacted(thinking: str, prefix: str) -> str:
    """The opaque data of a redacted block."""
    hidden = base64.urlsafe_b64encode(thinking.encode()).decode()
    return f"{prefix}.{hidden}.{_mac(thinking, prefix)}"


def is_ours(block: dict[str, Any]) -> bool:
    """True when the block came from here and nobody changed it."""
    if block["type"] == "thinking":
        prefix, _, mac = block["signature"].partition(".")
        return hmac.compare_digest(mac, _mac(block["thinking"], prefix))
    parts = block["data"].split(".")
    if len(parts) != 3:
        return False
    try:
        text = base64.urlsafe_b64decode(parts[1]).decode()
    except ValueError:
        return False
    return hmac.compare_digest(parts[2], _mac(text, parts[0]))


def issued_prefix(block: dict[str, Any]) -> str:
    """The prefix digest a block was issued for."""
    text: str = block["signature"] if block["type"] == "thinking" else block["data"]
    return text.partition(".")[0]


def _mac(thinking: str, prefix: str) -> str:
    raw = f"{prefix}\n{thinking}".encode("utf-8", "surrogatepass")
    return hmac.new(_SECRET, raw, hashlib.sha256).hexdigest()


def _without_markers(value: Any) -> Any:
    if isinstance(value, dict):
        return {
            key: _without_markers(item) for key, item in value.items() if key != "cache_control"
        }
    if isinstance(value, list):
        return [_without_markers(item) for item in value]
    return value
