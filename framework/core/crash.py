"""Named points at which a test can kill this process as a power cut would.

`AGENCY_CRASH_AT=after_model:2` kills the process when it passes `after_model` for the second
time. Without the variable a point costs one comparison.
"""

import os
import signal
import threading
from typing import Final

POINTS: Final = (
    "after_claim",
    "before_model",
    "mid_stream",
    "after_model",
    "after_commit_turn",
    "before_begin_call",
    "after_begin_call",
    "after_tool",
    "after_finish_call",
    "after_close_step",
    "after_finalise",
)
CHILD_POINTS: Final = ("before_begin_child", "after_begin_child", "after_deliver_child")
BESIDE: Final = (
    "before_small_model",
    "after_small_model",
    "before_summary",
    "after_summary",
    "after_settle_compaction",
)
"""Points that a run passes only sometimes, or not at all."""

_name, _, _nth = os.environ.get("AGENCY_CRASH_AT", "").partition(":")
_left = int(_nth or 1)
_guard = threading.Lock()


def crash_at(point: str) -> None:
    """Die here, with no clean-up at all, if the environment asks for it."""
    if point == _name:
        _count_down()


def _count_down() -> None:
    global _left
    with _guard:
        _left -= 1
        if _left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
