"""Breadth-first search through all states of a model, and backwards from its ends.

Breadth first, so the first violation met has a shortest trace. Nothing is sampled: a
clean report means that no reachable state breaks a rule, and that none is a dead end.
"""

from __future__ import annotations  # array[int] is subscriptable from 3.12 on

from array import array
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from agency.loop.state import RUN_TERMINAL
from tests.machine.checker.children import OWN_ENDS, has_live_child
from tests.machine.checker.invariants import MOVE_RULES, STATE_RULES, Rule, sentence
from tests.machine.checker.model import FAULTS, PEOPLE, STOP, Model
from tests.machine.checker.rows import Label, State, normal


@dataclass(frozen=True)
class Violation:
    """A broken rule, and the shortest way to break it."""

    rule: str
    trace: tuple[tuple[Label, State], ...]

    def __str__(self) -> str:
        lines = [f"Not so: {self.rule} After {len(self.trace)} moves:"]
        lines += [f"  {n:2}. {told(*step)}" for n, step in enumerate(self.trace, start=1)]
        return "\n".join(lines)


@dataclass(frozen=True)
class Report:
    """How much was seen, and the first violation if there is one."""

    states: int
    moves: int
    violation: Violation | None = None


@dataclass
class Seen:
    """Every state found, the move that found it, and who leads to whom.

    `before` knows the moves that count towards an end, `before_by_system` those of them
    that need no person, `before_by_others` those that no child makes by itself.
    """

    number: dict[State, int] = field(default_factory=dict)
    states: list[State] = field(default_factory=list)
    found_by: list[tuple[int, Label] | None] = field(default_factory=list)
    before: list[array[int]] = field(default_factory=list)
    before_by_system: list[array[int]] = field(default_factory=list)
    before_by_others: list[array[int]] = field(default_factory=list)
    moves: int = 0

    def add(self, state: State, found_by: tuple[int, Label] | None) -> int:
        """The new state's number."""
        n = self.number[state] = len(self.states)
        self.states.append(state)
        self.found_by.append(found_by)
        self.before.append(array("l"))
        self.before_by_system.append(array("l"))
        self.before_by_others.append(array("l"))
        return n

    def path(self, n: int) -> list[tuple[Label, State]]:
        """The moves that led to a state, the first one first."""
        steps: list[tuple[Label, State]] = []
        while (how := self.found_by[n]) is not None:
            steps.append((how[1], self.states[n]))
            n = how[0]
        return steps[::-1]


# The rules that no single state or move shows.


def every_decision_is_possible() -> bool:
    """The product's functions have an answer for each state that its owner may see."""
    return True


def an_end_is_always_reachable() -> bool:
    """From every state the run can still end, without a person's stop or another fault."""
    return True


def a_stop_needs_nobody_else() -> bool:
    """A requested stop is carried out by the system alone."""
    return True


def no_child_works_for_nobody() -> bool:
    """Once a run is over its children are brought to rest, also when none ends by itself."""
    return True


SEARCH_RULES: tuple[Rule, ...] = (
    no_child_works_for_nobody,
    every_decision_is_possible,
    an_end_is_always_reachable,
    a_stop_needs_nobody_else,
)


class Search:
    """One exploration of one model, by all the rules or by one of them."""

    def __init__(self, model: Model, only: Rule | None = None) -> None:
        self.model = model
        self.only = only
        self.state_rules = [rule for rule in STATE_RULES if self.asks(rule)]
        self.move_rules = [rule for rule in MOVE_RULES if self.asks(rule)]
        self.seen = Seen()

    def asks(self, rule: Rule) -> bool:
        return self.only in (None, rule)

    def run(self, at_most: int | None = None) -> Report:
        """Explore everything (or `at_most` states, then without the look backwards)."""
        seen = self.seen
        violation = self.forwards(at_most)
        if violation is None and (at_most is None or len(seen.states) < at_most):
            violation = self.dead_end() or self.unstoppable() or self.forgotten_child()
        return Report(len(seen.states), seen.moves, violation)

    def forwards(self, at_most: int | None) -> Violation | None:
        """On until everything is seen or a rule is broken."""
        seen = self.seen
        seen.add(normal(self.model.first()), None)
        waiting = deque([0])
        while waiting and (at_most is None or len(seen.states) < at_most):
            n = waiting.popleft()
            try:
                moves = list(self.model.moves(seen.states[n]))
            except ValueError:
                if self.asks(every_decision_is_possible):
                    return self.violation(every_decision_is_possible, seen.path(n))
                continue
            for label, after in moves:
                if after != seen.states[n] and (rule := self.follow(n, label, after, waiting)):
                    return self.violation(rule, [*seen.path(n), (label, normal(after))])
        return None

    def follow(self, n: int, label: Label, after: State, waiting: deque[int]) -> Rule | None:
        """Note one move; the rule it breaks, if any."""
        seen = self.seen
        seen.moves += 1
        for rule in self.move_rules:
            if not rule(seen.states[n], label, after):
                return rule
        after = normal(after)
        known = seen.number.get(after)
        if known is None:
            known = seen.add(after, (n, label))
            waiting.append(known)
            for rule in self.state_rules:
                if not rule(after):
                    return rule
        if label.name not in FAULTS and label.name != STOP:
            seen.before[known].append(n)
            if label.name not in PEOPLE:
                seen.before_by_system[known].append(n)
            if label.name not in OWN_ENDS:
                seen.before_by_others[known].append(n)
        return None

    def dead_end(self) -> Violation | None:
        """A state from which the run can never end."""
        good = backwards(self.ends(), self.seen.before)
        return self.first_outside(good, lambda _: True, an_end_is_always_reachable)

    def unstoppable(self) -> Violation | None:
        """A stop that no number of the system's own moves carries out."""
        good = backwards(self.ends(), self.seen.before_by_system)
        return self.first_outside(good, lambda state: state.run.stop, a_stop_needs_nobody_else)

    def forgotten_child(self) -> Violation | None:
        """A child that only its own end would bring to rest."""
        resting = [n for n in self.ends() if not has_live_child(self.seen.states[n])]
        good = backwards(resting, self.seen.before_by_others)
        return self.first_outside(good, works_for_nobody, no_child_works_for_nobody)

    def ends(self) -> list[int]:
        states = enumerate(self.seen.states)
        return [n for n, state in states if state.run.status in RUN_TERMINAL]

    def first_outside(
        self, good: set[int], concerns: Callable[[State], bool], rule: Rule
    ) -> Violation | None:
        """The earliest found state that matters and is not good."""
        if not self.asks(rule):
            return None
        for n, state in enumerate(self.seen.states):
            if n not in good and concerns(state):
                return self.violation(rule, self.seen.path(n))
        return None

    def violation(self, rule: Rule, path: list[tuple[Label, State]]) -> Violation:
        """Retell the path with the workers' own numbers, which `normal` has shuffled."""
        state, trace = self.model.first(), []
        for label, target in path:
            state, label = next(
                (after, made)
                for made, after in self.model.moves(state)
                if made[::2] == label[::2] and normal(after) == target
            )
            trace.append((label, state))
        return Violation(sentence(rule), tuple(trace))


def works_for_nobody(state: State) -> bool:
    """A child works although the run is over."""
    return state.run.status in RUN_TERMINAL and has_live_child(state)


def check(model: Model, *, only: Rule | None = None, at_most: int | None = None) -> Report:
    """Explore a model."""
    return Search(model, only).run(at_most)


def backwards(ends: Iterable[int], before: list[array[int]]) -> set[int]:
    """Everything from which one of the ends can be reached."""
    good = set(ends)
    waiting = list(good)
    while waiting:
        for earlier in before[waiting.pop()]:
            if earlier not in good:
                good.add(earlier)
                waiting.append(earlier)
    return good


def told(label: Label, state: State) -> str:
    """One line of a trace: what moved, and the rows afterwards."""
    who = "" if label.worker is None else f"worker {'ABCDEF'[label.worker]} "
    what = f"{who}{label.name} {label.detail}".strip()
    run = state.run
    status = f"{run.status}, stop requested" if run.stop else run.status
    leases = " ".join(
        f"{'ABCDEF'[w]} {'holds' if worker.lease == run.fence else 'held'}"
        for w, worker in enumerate(state.workers)
        if worker.lease is not None
    )
    calls = " ".join(call.state for call in state.calls)
    return f"{what:<28} | {status:<23} | {leases:<14} | {calls}".rstrip(" |")
