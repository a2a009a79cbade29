"""Amounts as people and programs write them."""

from decimal import Decimal, InvalidOperation
from typing import Any

MOST = Decimal(10) ** 12
SMALLEST = Decimal("0.000001")


def amount_of(value: Any) -> Decimal | None:
    """A positive number, also as a decimal string, to six places; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str | Decimal):
        return None
    if isinstance(value, str) and (len(value) > 40 or not value.isascii() or "_" in value):
        return None
    try:
        found = Decimal(str(value).strip())
    except InvalidOperation:
        return None
    if not found.is_finite() or not SMALLEST <= found < MOST:
        return None
    return found.quantize(SMALLEST)
