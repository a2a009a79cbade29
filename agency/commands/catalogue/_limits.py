"""The limits that an agent sets for its runs."""

from typing import Any

from agency.commands.run.caps import RUN_LIMITS
from framework.core.errors import Invalid
from framework.core.numbers import amount_of
from framework.core.text import strict_json


def checked_limits(field: str, value: Any) -> dict[str, Any]:
    """A small object; its `run_usd`, `run_tokens`, `run_calls`, `run_seconds` are amounts."""
    if not isinstance(value, dict):
        raise Invalid.field(field, "must be an object")
    limits: dict[str, Any] = strict_json(value, field=field, max_bytes=20_000, max_depth=6)
    for name in RUN_LIMITS:
        if limits.get(name) is not None and amount_of(limits[name]) is None:
            raise Invalid.field(field, f"{name} must be a positive number")
    return limits
