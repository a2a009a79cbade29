"""Numbers as they are gathered over rounds, and how they are shown."""

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which `share` of the values lie; NaN when there are none."""
    if not values:
        return float("nan")
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def spread(values: Iterable[float], *, scale: float = 1000.0) -> dict[str, float]:
    """p50, p95 and max, in milliseconds unless `scale` says otherwise."""
    found = [value * scale for value in values]
    return {
        "p50": percentile(found, 0.5),
        "p95": percentile(found, 0.95),
        "max": max(found, default=float("nan")),
    }


@dataclass
class Figures:
    """One value for each measure, arm and round."""

    rows: dict[str, dict[str, list[float]]] = field(default_factory=dict)

    def add(self, measure: str, arm: str, value: float) -> None:
        """A round's value."""
        self.rows.setdefault(measure, {}).setdefault(arm, []).append(value)

    def add_all(self, prefix: str, arm: str, values: dict[str, float]) -> None:
        """Several values of one round."""
        for name, value in values.items():
            self.add(f"{prefix} {name}".strip(), arm, value)

    def summary(self) -> dict[str, dict[str, dict[str, Any]]]:
        """Median and range over the rounds."""
        return {
            measure: {
                arm: {
                    "median": statistics.median(values),
                    "low": min(values),
                    "high": max(values),
                    "rounds": len(values),
                }
                for arm, values in arms.items()
            }
            for measure, arms in self.rows.items()
        }

    def table(self, arms: Sequence[str]) -> str:
        """Markdown: a line for each measure, a column for each arm."""
        lines = [f"|measure|{'|'.join(arms)}|", f"|---|{'---|' * len(arms)}"]
        for measure, found in self.summary().items():
            cells = [_cell(found.get(arm)) for arm in arms]
            lines.append(f"|{measure}|{'|'.join(cells)}|")
        return "\n".join(lines)


def _cell(found: dict[str, Any] | None) -> str:
    if found is None:
        return "-"
    middle, low, high = (_number(found[key]) for key in ("median", "low", "high"))
    return middle if low == high else f"{middle} ({low} to {high})"


def _number(value: float) -> str:
    if value != value:
        return "none"
    if abs(value) >= 100 or value == int(value):
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.3g}"
