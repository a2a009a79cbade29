"""A worker that asks for requests of any size, without a model."""

from dataclasses import replace
from decimal import Decimal
from itertools import count
from typing import Any

from agency.commands.run.commit_turn import commit_turn
from agency.commands.run.ledger import CallFacts, Spent
from agency.commands.run.open_turn import Opened, TurnFacts, open_turn
from agency.loop.prepare import turn_id
from agency.models import Budget, Interruption, Run, Session, User
from framework.db.clock import db_now
from tests.factories import World, make_session, say
from tests.machine.state.tools import turn_of
from tests.one_worker import OneWorker

_numbers = count(1)
PRICE = {"input": "1", "output": "1"}


class Asker(OneWorker):
    """Drives a run of a session of its own, or of the given one."""

    def __init__(
        self, world: World, session: Session | None = None, *, owner: User | None = None
    ) -> None:
        super().__init__(session or make_session(world, owner=owner))
        say(self.session, "Go on.")
        self.claims()

    def wants(self, *, priced: bool = True, counted: bool = True, **most: Any) -> Opened | None:
        """Open a turn that may take `most`, by unit; nothing when it was refused."""
        run = self.run
        facts = TurnFacts(
            turn_id(run.id, run.step),
            CallFacts("model", None, PRICE if priced else {}, ""),
            {"calls": Decimal(1)} | {unit: Decimal(str(value)) for unit, value in most.items()},
            counted=counted,
        )
        return open_turn(lease=self.lease, facts=facts)

    def took(self, **tokens: int) -> None:
        """The answer came, took these tokens, and ended the run."""
        run = self.run
        turn = turn_of(turn_id(run.id, run.step), (), _numbers)
        commit_turn(lease=self.lease, turn=replace(turn, spent=Spent(tokens)))

    @property
    def question(self) -> Interruption:
        """What the run waits for."""
        return Interruption.objects.get(run=self.run, status="pending")


def state(budget: Budget) -> tuple[Any, Any]:
    """What is spent and reserved now."""
    budget.refresh_from_db()
    return budget.spent, budget.reserved


def is_due(run: Run) -> bool:
    """Whether the run may be claimed at this moment."""
    return run.status == "queued" and (run.not_before is None or run.not_before <= db_now())
