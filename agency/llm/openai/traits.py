"""What OpenAI's own models accept, read from their names; other servers' models take anything."""

from __future__ import annotations

import re

_REASONS = re.compile(r"(?:^|/)(?:o\d|gpt-(?P<major>[5-9])(?:\.(?P<minor>\d+))?|codex|gpt-oss)")


def reasons(model: str) -> bool:
    """Whether it thinks before it answers, and so takes no temperature."""
    return _REASONS.search(model) is not None and "-chat" not in model


def effort_for(budget: int) -> str:
    """The effort that spends about a thinking budget of so many tokens."""
    for ceiling, effort in ((4096, "low"), (16384, "medium")):
        if budget <= ceiling:
            return effort
    return "high"


def least_effort(model: str) -> str:
    """The nearest that a reasoning model has to not thinking at all."""
    found = _REASONS.search(model)
    if found is None or found["major"] is None:
        return "low"
    return "none" if (int(found["major"]), int(found["minor"] or 0)) >= (5, 1) else "minimal"
