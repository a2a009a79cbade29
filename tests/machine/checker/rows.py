"""The little world's rows as tuples, so that a state can be hashed.

Beside what the product stores stands what only the world knows: the effects that a call
had outside, and how often a person ordered a repeat.
"""

from typing import Any, NamedTuple

from agency.loop.decide import Closing
from agency.loop.state import (
    CallStatus,
    Effect,
    InterruptionKind,
    InterruptionStatus,
    RunStatus,
)

NOBODY, DEAD = -1, -2  # owners that are no live worker
IDLE, TO_BEGIN, BEGUN, ACTED = range(4)  # how far a worker is with one call


class Tool(NamedTuple):
    """A tool of the setup; `policy` is allow or ask, or what it is: question, child."""

    effect: Effect
    parallel: bool = False
    policy: str = "allow"


class Setup(NamedTuple):
    """How large the world is.

    `lost_replies`: a commit may succeed and seem to have failed. `limit`: a cap may be
    met before a model call. `fickle`: policy may change its mind until a call begins.
    `compacts`: the run is there for a summary alone. `steer`: a person may send one message to
    the run under way, and take it back.
    """

    tools: tuple[Tool, ...]
    workers: int = 2
    lost_replies: bool = False
    limit: bool = False
    fickle: bool = False
    compacts: bool = False
    steer: bool = False


class Ask(NamedTuple):
    """An interruption; `outcomes` counts how often it was decided."""

    kind: InterruptionKind
    status: InterruptionStatus = InterruptionStatus.PENDING
    late: bool = False
    outcomes: int = 0

    @property
    def is_pending(self) -> bool:
        return self.status == InterruptionStatus.PENDING

    def resolved(self, status: InterruptionStatus) -> "Ask":
        return self._replace(status=status, outcomes=self.outcomes + 1)


class Call(NamedTuple):
    """A call with its newest interruption.

    `begun` counts the children that were begun for it, `child` says where the newest is: none,
    live, or at rest after it succeeded or not.
    """

    state: CallStatus
    once: bool
    fence: int = 0
    attempt: int = 0
    ask: Ask | None = None
    effects: int = 0
    reruns: int = 0
    begun: int = 0
    child: str = ""

    @property
    def asks(self) -> bool:
        return self.ask is not None and self.ask.is_pending

    def person_approved(self) -> bool:
        return self.ask is not None and self.ask.status == InterruptionStatus.ANSWERED


NEVER, WAITS, JOINED, ORDINARY, WITHDRAWN = range(5)  # what became of the steering message


class Run(NamedTuple):
    """The run. `written` counts how often the group's tool messages were written.

    `rests` says that the path ends in an answer without calls.
    """

    status: RunStatus = RunStatus.QUEUED
    fence: int = 0
    owner: int = NOBODY
    stop: bool = False
    step: int = 0
    has_ai: bool = False
    partial: bool = False
    written: int = 0
    limit: Ask | None = None
    steer: int = NEVER
    rests: bool = False


class Worker(NamedTuple):
    """A process: `life` is up, gone (crashed, unnoticed) or dead (so declared, perhaps alive).

    The rest is its memory: the fence of its lease, its plan, how far each call is, and
    what it saw when it planned (which only a mutant uses).
    """

    life: str = "up"
    lease: int | None = None
    plan: str = ""
    tasks: tuple[int, ...] = ()
    saw: Closing | None = None


class State(NamedTuple):
    run: Run
    calls: tuple[Call, ...]
    workers: tuple[Worker, ...]

    def with_call(self, i: int, call: Call) -> "State":
        return self._replace(calls=put(self.calls, i, call))

    def with_worker(self, w: int, worker: Worker) -> "State":
        return self._replace(workers=put(self.workers, w, worker))

    def with_run(self, **changes: Any) -> "State":
        return self._replace(run=self.run._replace(**changes))

    def let_go(self, w: int) -> "State":
        """The worker drops its lease and cancels what it has under way."""
        return self.with_worker(w, Worker(self.workers[w].life))

    def planned(self, w: int, plan: str, tasks: tuple[int, ...] = ()) -> "State":
        return self.with_worker(w, self.workers[w]._replace(plan=plan, tasks=tasks))


class Label(NamedTuple):
    """What moved: a worker's number for its own moves, else None."""

    name: str
    worker: int | None = None
    detail: int | str = ""


def put(items: tuple, at: int, item: object) -> tuple:
    return (*items[:at], item, *items[at + 1 :])


def normal(state: State) -> State:
    """The same state by its canonical name.

    Fences are renumbered, as only their order and equality count, and workers are
    sorted, as they differ in nothing but their number.
    """
    run, calls, workers = state
    fences = {run.fence, *(c.fence for c in calls), *(w.lease or 0 for w in workers)} - {0}
    if len(fences) < max(fences, default=0):
        rank = {old: new for new, old in enumerate(sorted(fences), start=1)} | {0: 0}
        run = run._replace(fence=rank[run.fence])
        calls = tuple(c._replace(fence=rank[c.fence]) for c in calls)
        workers = tuple(w._replace(lease=w.lease and rank[w.lease]) for w in workers)
    order = sorted(range(len(workers)), key=lambda w: sort_key(workers[w], run.owner == w))
    if order != sorted(order):
        workers = tuple(workers[w] for w in order)
        run = run if run.owner < 0 else run._replace(owner=order.index(run.owner))
    return State(run, calls, workers)


def sort_key(worker: Worker, is_owner: bool) -> tuple:
    life, lease, plan, tasks, saw = worker
    return (life, lease or -1, plan, tasks, saw or "", is_owner)
