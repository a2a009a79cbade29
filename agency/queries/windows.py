"""When the day or month of a budget began."""

from datetime import UTC, datetime


def window_start(window: str, now: datetime) -> datetime | None:
    """Midnight UTC at which the window of this moment began; None for one without end."""
    midnight = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    if window == "day":
        return midnight
    return midnight.replace(day=1) if window == "month" else None
