"""The words of the loop and their legal moves."""

import subprocess
import sys

import pytest

from agency.loop.state import (
    CALL_MOVES,
    CALL_OPEN,
    CALL_TERMINAL,
    INTERRUPTION_MOVES,
    RUN_LIVE,
    RUN_MOVES,
    RUN_TERMINAL,
    CallStatus,
    InterruptionStatus,
    RunStatus,
    may_move,
)

TABLES = [
    (RUN_MOVES, RunStatus),
    (CALL_MOVES, CallStatus),
    (INTERRUPTION_MOVES, InterruptionStatus),
]


@pytest.mark.parametrize(("table", "states"), TABLES)
def test_every_state_has_its_row(table, states) -> None:
    assert set(table) == set(states)


@pytest.mark.parametrize(("table", "states"), TABLES)
def test_no_state_moves_to_itself(table, states) -> None:
    assert not any(may_move(table, state, state) for state in states)


@pytest.mark.parametrize(("table", "states"), TABLES)
def test_every_state_can_come_to_an_end(table, states) -> None:
    ends = {state for state in states if not table[state]}
    while more := {s for s in states if s not in ends and table[s] & ends}:
        ends |= more
    assert ends == set(states)


def test_the_ends_of_a_run_and_of_a_call() -> None:
    assert {"done", "failed", "stopped"} == RUN_TERMINAL
    assert {"queued", "running", "suspended"} == RUN_LIVE
    assert {"done", "failed", "denied", "cancelled", "unknown"} == CALL_TERMINAL
    assert {"proposed", "approved", "awaiting", "running", "waiting"} == CALL_OPEN


def test_a_plain_string_from_a_row_is_as_good_as_its_member() -> None:
    assert "approved" in CALL_OPEN
    assert may_move(CALL_MOVES, CallStatus("approved"), CallStatus("running"))


def test_a_suspended_run_is_woken_or_stopped_and_nothing_else() -> None:
    assert RUN_MOVES[RunStatus.SUSPENDED] == {"queued", "stopped"}


def test_the_pure_modules_need_no_django() -> None:
    code = (
        "import sys, agency.loop.state, agency.loop.decide, agency.loop.results;"
        "sys.exit('django' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
