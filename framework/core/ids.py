"""Identifiers that sort by the time they were made."""

import os
import threading
import time
from uuid import UUID

_lock = threading.Lock()
_last = 0


def uuid7() -> UUID:
    """A version 7 UUID (RFC 9562); ids made in one thread of one host rise strictly."""
    global _last
    with _lock:
        # 48 bits of milliseconds and 12 bits of the fraction, so that ids of one
        # millisecond keep their order.
        stamp = max(time.time_ns() * 4096 // 1_000_000, _last + 1)
        _last = stamp
    milliseconds, fraction = stamp >> 12, stamp & 0xFFF
    random = int.from_bytes(os.urandom(8), "big") >> 2
    return UUID(int=(milliseconds << 80) | (7 << 76) | (fraction << 64) | (2 << 62) | random)


def parse_uuid(value: object) -> UUID | None:
    """The UUID that a client's text names, or None; any version is accepted."""
    if isinstance(value, UUID):
        return value
    if not isinstance(value, str) or len(value) > 45:
        return None
    try:
        return UUID(value)
    except ValueError:
        return None
