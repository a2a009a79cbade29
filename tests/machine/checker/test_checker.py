"""Every interleaving of the loop's protocol, checked, and the checker checked by mutants.

`AGENCY_SOAK=1` adds the larger worlds, which take minutes.
"""

import os
import sys

import pytest

from agency.loop.state import Effect
from tests.machine.checker.invariants import MOVE_RULES, STATE_RULES, Rule
from tests.machine.checker.model import Model
from tests.machine.checker.mutants import (
    CATCHES,
    STEERING,
    ChildBeforeWait,
    DeliveredWhateverItIs,
    NobodyStopsOrphans,
)
from tests.machine.checker.rows import Setup, Tool
from tests.machine.checker.search import SEARCH_RULES, check

PURE, IDEMPOTENT, ONCE = Effect.PURE, Effect.IDEMPOTENT, Effect.ONCE
soak = pytest.mark.skipif(not os.environ.get("AGENCY_SOAK"), reason="takes minutes: make soak")

MIXED = (Tool(PURE, True), Tool(IDEMPOTENT, True), Tool(ONCE, policy="ask"))
RISKY_FIRST = (Tool(ONCE), Tool(PURE, True, "ask"))
CHILD = (Tool(ONCE, policy="child"),)
WAITING = (Tool(PURE, policy="question"), Tool(PURE, policy="child"))

OF_CHILDREN = (ChildBeforeWait, DeliveredWhateverItIs, NobodyStopsOrphans)

WORLDS = {
    "three tools, the last of them asks": Setup(MIXED),
    "a question and a child": Setup(WAITING, limit=True),
    "a summary and nothing else": Setup((), limit=True, compacts=True),
    "somebody steers": Setup((Tool(PURE, policy="ask"),), steer=True),
    "policy changes its mind": Setup((Tool(ONCE, True, "ask"),), fickle=True, lost_replies=True),
}
LARGE_WORLDS = {
    "three workers": Setup(MIXED, workers=3),
    "lost replies and a limit": Setup(MIXED, lost_replies=True, limit=True),
    "once tools side by side": Setup((Tool(ONCE, True), Tool(ONCE, True))),
    "everything that waits": Setup((*WAITING, Tool(ONCE, True, "ask")), limit=True),
    "fickle policy": Setup(RISKY_FIRST, fickle=True),
    "somebody steers, much may happen": Setup(RISKY_FIRST, steer=True, limit=True),
}


@pytest.mark.parametrize("world", WORLDS)
def test_no_interleaving_breaks_a_rule_or_ends_nowhere(world: str) -> None:
    report = check(Model(WORLDS[world]))
    assert report.violation is None, f"\n{report.violation}"


def test_the_check_is_not_vacuous() -> None:
    report = check(Model(Setup((Tool(ONCE, policy="ask"),))))
    assert report.states > 2_000


@soak
@pytest.mark.parametrize("world", LARGE_WORLDS)
def test_no_interleaving_of_a_large_world_breaks_a_rule(world: str) -> None:
    report = check(Model(LARGE_WORLDS[world]))
    sys.stdout.write(f"{world}: {report.states} states, {report.moves} moves\n")
    assert report.violation is None, f"\n{report.violation}"


@pytest.mark.parametrize(("mutant", "rule"), CATCHES + STEERING)
def test_a_missing_guard_is_caught(mutant: type[Model], rule: Rule) -> None:
    tools = CHILD if mutant in OF_CHILDREN else RISKY_FIRST
    steered = (mutant, rule) in STEERING
    setup = Setup((Tool(PURE),), workers=1, steer=True) if steered else Setup(tools)
    report = check(mutant(setup), only=rule, at_most=60_000)
    assert report.violation is not None, f"{mutant.__name__} survived {report.states} states"
    sys.stdout.write(f"\n{mutant.__name__}: {mutant.__doc__}\n{report.violation}\n")


def test_every_rule_catches_a_mutant() -> None:
    assert {rule for _, rule in CATCHES + STEERING} == {*STATE_RULES, *MOVE_RULES, *SEARCH_RULES}
