"""Whether a request fits under every cap: decided on locked rows, without writing any."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal
from uuid import UUID

from agency.models import Budget

CALL_SECONDS = Decimal(600)
LEAST_SECONDS = Decimal(5)
NEAR = 2
ESTIMATED_UNITS = ("usd", "tokens")

Why = Literal["full", "held", "unpriced"]


@dataclass(frozen=True, slots=True)
class Need:
    """The most that a request may take, by unit.

    `counted` says that nothing better than these is to be had, `estimated` that they are a guess
    still; it may take `seconds`. `unpriced` names a model whose price nobody knows, and `allowed`
    the caps under which a person lets it go uncounted.
    """

    amounts: Mapping[str, Decimal]
    counted: bool = True
    estimated: bool = False
    seconds: Decimal = CALL_SECONDS
    unpriced: str = ""
    allowed: Collection[UUID] = ()

    def of(self, unit: str) -> Decimal:
        """The most of this unit; of time, the least that is worth beginning with."""
        return LEAST_SECONDS if unit == "seconds" else self.amounts.get(unit, Decimal(0))


@dataclass(frozen=True, slots=True)
class Refused:
    """The cap that stands in the way, and why.

    `full`: its spending leaves no room. `held`: it will, unless other requests under way take all
    that they may. `unpriced`: nobody knows what the request costs.
    """

    cap: Budget
    why: Why
    need: Decimal


@dataclass(frozen=True, slots=True)
class Fits:
    """What to hold under each cap, in their order, and the seconds that the request has."""

    amounts: list[Decimal] = field(default_factory=list)
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class CountFirst:
    """It is so close that the estimate of its input must not decide."""


Verdict = Fits | Refused | CountFirst


def verdict_on(caps: Sequence[Budget], need: Need) -> Verdict:
    """Admit all or nothing; what only a person can resolve goes before what time resolves."""
    if not need.counted and any(_is_near(cap, need) for cap in caps):
        return CountFirst()
    refused = [found for cap in caps if (found := _refusal(cap, need)) is not None]
    if refused:
        return min(refused, key=lambda one: ("unpriced", "full", "held").index(one.why))
    amounts = [_amount(cap, need) for cap in caps]
    seconds = [got for cap, got in zip(caps, amounts, strict=True) if cap.unit == "seconds"]
    # A second is kept for what comes after the answer.
    return Fits(amounts, float(min(seconds) - 1) if seconds else None)


def _is_near(cap: Budget, need: Need) -> bool:
    return cap.unit in ESTIMATED_UNITS and _free(cap) < NEAR * need.of(cap.unit)


def _free(cap: Budget) -> Decimal:
    return cap.limit - cap.spent - cap.reserved


def _refusal(cap: Budget, need: Need) -> Refused | None:
    if cap.unit == "usd" and need.unpriced:
        return None if cap.id in need.allowed else Refused(cap, "unpriced", Decimal(0))
    wanted = need.of(cap.unit)
    if _free(cap) >= wanted:
        return None
    # A call that is under way is a call that counts; the other units may come back in part.
    is_held = cap.unit != "calls" and cap.limit - cap.spent >= wanted
    return Refused(cap, "held" if is_held else "full", wanted)


def _amount(cap: Budget, need: Need) -> Decimal:
    if cap.unit == "usd" and need.unpriced:
        return Decimal(0)
    if cap.unit == "seconds":
        return min(need.seconds, _free(cap))
    return need.of(cap.unit)
