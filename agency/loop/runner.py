"""Drive one claimed run: ask for the next move, act, commit, repeat.

Note: what may be cancelled. A stop, a hand-over or the loss of the lease interrupts the model's
stream and the tools, never a transaction: those end first, and every later one is refused by
its fence if the run is no longer ours.
"""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar
from uuid import UUID

from django.db import Error as DatabaseError

from agency.commands.run.claim_run import Claimed
from agency.commands.run.close_step import close_step
from agency.commands.run.finalise_run import finalise_run
from agency.commands.run.release_run import release_run
from agency.errors import FenceLost
from agency.loop.calls import run_calls
from agency.loop.compact import compact_on_request
from agency.loop.decide import (
    CallModel,
    CloseStep,
    Compact,
    Finish,
    FinishStopped,
    LostTrack,
    Move,
    RunTools,
    Suspend,
    decide,
)
from agency.loop.interrupts import Host, Interrupted, Why
from agency.loop.state import RunState
from agency.loop.turn import take_turn
from framework.core.errors import AppError

log = logging.getLogger(__name__)

T = TypeVar("T")

HAND_OVER_SECONDS = 20.0


class Runner:
    """One run from its claim until it sleeps, ends or is given away."""

    def __init__(self, host: Host, claimed: Claimed) -> None:
        self.host = host
        self.lease = claimed.lease
        self.session_id = claimed.session_id
        self.why: Why | None = None
        self._state: RunState | None = claimed.state
        self._work: asyncio.Task[Any] | None = None
        self._patient = False

    @property
    def run_id(self) -> UUID:
        """The run that is driven."""
        return self.lease.run_id

    def interrupt(self, why: Why) -> None:
        """Cancel what may be cancelled; tools at work get 20 s when the run is handed over."""
        if self.why in (Why.DEAD, why) or (self.why == Why.STOP and why == Why.HAND_OVER):
            return
        self.why = why
        if self._work is None:
            return
        if why == Why.HAND_OVER and self._patient:
            asyncio.get_running_loop().call_later(HAND_OVER_SECONDS, self._work.cancel)
        else:
            self._work.cancel()

    async def drive(self) -> None:
        """Act until there is nothing to do here; never raises."""
        try:
            await self._drive()
        except FenceLost:
            log.info("run %s belongs to somebody else now", self.run_id)
        except DatabaseError:
            log.exception("run %s is left to the sweep: the database is away", self.run_id)
        except AppError as error:
            await self._fail(error.problem())
        except LostTrack:
            log.exception("run %s lost track of its calls and is queued again", self.run_id)
            await self._quietly(release_run, lease=self.lease)
        except Exception:
            log.exception("run %s met a defect", self.run_id)
            await self._fail(
                {"code": "internal_error", "title": "The server met a defect in this run."}
            )

    async def _drive(self) -> None:
        while self._state is not None and self.why != Why.DEAD:
            if self.why == Why.HAND_OVER:
                await self.host.database.run(release_run, lease=self.lease)
                return
            try:
                self._state = await self._act(self._next(self._state))
            except Interrupted:
                if self.why == Why.STOP and self._state is not None:
                    await self.finalise("stopped")
                    return

    def _next(self, state: RunState) -> Move:
        return FinishStopped() if self.why == Why.STOP else decide(state)

    async def _act(self, move: Move) -> RunState | None:
        match move:
            case CallModel():
                return await take_turn(self)
            case Compact():
                return await compact_on_request(self)
            case RunTools(calls):
                await run_calls(self, [call.id for call in calls])
                return await self._close()
            case Suspend() | CloseStep():
                return await self._close()
            case Finish(outcome, error):
                await self.finalise(outcome.value, error=_record(error))
            case FinishStopped():
                await self.finalise("stopped")
        return None

    async def _close(self) -> RunState | None:
        state = self._state
        assert state is not None
        return await self.host.database.run(close_step, lease=self.lease, step=state.step)

    async def finalise(self, status: str, **more: Any) -> None:
        """End the run in its last transaction."""
        await self.host.database.run(finalise_run, lease=self.lease, status=status, **more)

    async def interruptible(self, work: Coroutine[Any, Any, T], *, patient: bool = False) -> T:
        """Await work that an interruption may cancel; raises Interrupted then.

        `patient` work is given time when the run is only handed over.
        """
        if self.why is not None:
            work.close()
            raise Interrupted
        task = asyncio.create_task(work)
        self._work, self._patient = task, patient
        try:
            return await task
        except asyncio.CancelledError:
            task.cancel()
            if self.why is None:
                raise
            raise Interrupted from None
        finally:
            self._work = None

    async def _fail(self, problem: dict[str, Any]) -> None:
        await self._quietly(finalise_run, lease=self.lease, status="failed", error=failure(problem))

    async def _quietly(self, command: Any, **arguments: Any) -> None:
        try:
            await self.host.database.run(command, **arguments)
        except FenceLost:
            log.info("run %s belongs to somebody else now", self.run_id)
        except Exception:
            log.exception("run %s is left to the sweep", self.run_id)


def failure(problem: dict[str, Any]) -> dict[str, Any]:
    """A problem as a run's error."""
    wanted = ("code", "title", "detail", "hint")
    return {key: problem[key] for key in wanted if problem.get(key)}


def _record(error: Any) -> dict[str, Any] | None:
    if error is None:
        return None
    return failure({"code": error.code, "title": error.title, "detail": error.detail})
