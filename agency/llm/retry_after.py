"""How long a provider asks to be left alone."""

from __future__ import annotations

from collections.abc import Mapping
from email.utils import parsedate_to_datetime


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait, from any of the three forms the header takes."""
    if (milliseconds := _number(headers.get("retry-after-ms"))) is not None:
        return milliseconds / 1000
    value = headers.get("retry-after")
    if value is None or (seconds := _number(value)) is not None:
        return seconds if value is not None else None
    try:
        when = parsedate_to_datetime(value)
        sent = parsedate_to_datetime(headers["date"])
        return max(0.0, (when - sent).total_seconds())
    except (KeyError, TypeError, ValueError):
        return None


def _number(value: str | None) -> float | None:
    try:
        number = float(value) if value is not None else None
    except ValueError:
        return None
    return number if number is not None and 0 <= number < 86_400 else None
