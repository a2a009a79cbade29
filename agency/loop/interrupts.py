"""Why the work on a run is cancelled, and what a runner uses of its process."""

from dataclasses import dataclass
from enum import StrEnum

from agency.limits.doorman import Doorman
from agency.loop.database import DatabaseThreads
from agency.loop.deltas import Ticker


class Why(StrEnum):
    """Why a run is interrupted."""

    STOP = "stop"
    HAND_OVER = "hand over"
    DEAD = "dead"


class Interrupted(Exception):
    """The work at hand was cancelled for the reason that the runner knows."""


@dataclass(frozen=True)
class Host:
    """What a runner uses of its process."""

    database: DatabaseThreads
    ticker: Ticker
    doorman: Doorman
