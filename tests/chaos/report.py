"""The figures of a chaos run, for people and for machines."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from framework.events.models import Event
from tests.chaos.faults import Strike

Figures = dict[str, Any]


def recoveries(strikes: Sequence[Strike]) -> list[float]:
    """Seconds from a fault to the moment when each run that it took was running again."""
    found = []
    for strike in strikes:
        at = datetime.fromtimestamp(strike.at, UTC)
        for run_id in strike.runs:
            seconds = _until_running(run_id, at)
            if seconds is not None:
                found.append(seconds)
    return sorted(found)


def _until_running(run_id: str, at: datetime) -> float | None:
    """None when the run had ended, or was let go, before the fault could matter."""
    rows = Event.objects.filter(
        at__gt=at, stream__kind="session", frame__data__run__id=run_id
    ).order_by("seq")
    requeued = False
    for moment, frame in rows.values_list("at", "frame"):
        status = frame["data"]["run"]["status"]
        if status == "queued":
            requeued = True
        elif status == "running" and requeued:
            return float((moment - at).total_seconds())
        elif status not in ("queued", "running"):
            return None
    return None


def share(values: Sequence[float], part: float) -> float | None:
    """The value under which this part of the values lies."""
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * part))], 2) if ordered else None


def spread(values: Sequence[float]) -> Figures:
    """How many, the middle and the slow end."""
    return {"count": len(values), "p50": share(values, 0.5), "p95": share(values, 0.95)}


def table(figures: Figures) -> str:
    """Markdown."""
    lines = ["|what|found|", "|---|---|"]
    for name in ("seconds", "sessions", "outcomes", "deeds", "answers", "faults", "sockets"):
        lines.append(f"|{name}|{_words(figures[name])}|")
    for name in ("recovery", "stop"):
        lines.append(f"|{name} (s)|{_words(figures[name])}|")
    for name, breaches in figures["breaches"].items():
        lines.append(f"|**{name}**|{len(breaches)}|")
    return "\n".join(lines)


def _words(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name}: {_words(one)}" for name, one in value.items())
    return str(value)
