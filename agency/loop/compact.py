"""The move "compact": ask for a summary of the older part of the path, and keep it.

Made before a turn that would not fit, after one that did not, or because a person asked.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from agency.commands.compaction.fail_compaction import fail_compaction
from agency.commands.compaction.open_compaction import Begun, Overflow, open_compaction
from agency.commands.compaction.settle_compaction import settle_compaction
from agency.commands.run.ledger import Spent
from agency.commands.run.retry_later import retry_later
from agency.limits.health import NotItsFault, note_health
from agency.llm.port import ModelError
from agency.loop.backoff import retry_delay
from agency.loop.compact_plan import Plan, has_tried
from agency.loop.interrupts import Interrupted, Why
from agency.loop.prepare import plan_again
from agency.loop.quiet import Listening, Told, ask
from agency.loop.state import RunState
from framework.core.crash import crash_at

if TYPE_CHECKING:
    from agency.loop.runner import Runner

log = logging.getLogger(__name__)

NOTHING = {
    "code": "nothing_to_compact",
    "title": "There is too little here to be summarised.",
}
FULL = {
    "code": "model_overflow",
    "title": "The conversation is larger than the model's window.",
    "detail": "A summary of its older part could not make it fit.",
    "hint": "Fork from an earlier message, send less at once, or take a model with more room.",
}
OUT_OF_TIME = "The time that a budget leaves is over."
EMPTY = "The model answered with an empty summary."


async def compact_on_request(runner: Runner) -> RunState | None:
    """Carry out a run that is there for its summary alone; None when it ended or sleeps."""
    plan = await runner.host.database.run(plan_again, runner.lease, "manual")
    if plan is not None:
        return await compact(runner, plan)
    tried = await runner.host.database.run(has_tried, runner.run_id)
    await runner.finalise("failed", error=FULL if tried else NOTHING)
    return None


async def compact(runner: Runner, plan: Plan, overflow: Overflow | None = None) -> RunState | None:
    """Where the run stands after the try, whatever came of it; None when it ended or sleeps.

    Raises Interrupted for a hand-over; a stop is carried out here.
    """
    begun = await runner.host.database.run(
        open_compaction, lease=runner.lease, facts=plan.facts, overflow=overflow
    )
    if begun is None:
        return None
    try:
        return await _compacted(runner, plan, begun)
    finally:
        if plan.facts.gated:
            runner.host.doorman.freed(plan.model.provider.pk)


async def _compacted(runner: Runner, plan: Plan, begun: Begun) -> RunState | None:
    crash_at("before_summary")
    listening = Listening()
    try:
        told = await runner.interruptible(_summary(plan, begun, listening))
    except ModelError as error:
        return await _failed(runner, plan, error, listening)
    except Interrupted:
        if runner.why != Why.STOP:
            raise
        await runner.finalise("stopped", spent=listening.spent())
        return None
    crash_at("after_summary")
    return await runner.host.database.run(
        settle_compaction,
        lease=runner.lease,
        compaction_id=begun.id,
        summary=told.text,
        context=plan.context(told.text),
        spent=told.spent,
    )


async def _summary(plan: Plan, begun: Begun, listening: Listening) -> Told:
    try:
        async with asyncio.timeout(begun.seconds):
            told = await ask(plan.model, plan.request, listening)
    except TimeoutError as error:
        raise NotItsFault("retryable", OUT_OF_TIME) from error
    if not told.text.strip():
        raise NotItsFault("retryable", EMPTY)
    return told


async def _failed(
    runner: Runner, plan: Plan, error: ModelError, listening: Listening
) -> RunState | None:
    """A summary that a turn can do without is left; else it is tried again, or the run ends."""
    log.warning("run %s has no summary: %s", runner.run_id, error)
    await note_health(runner.host.database.run, plan.model.provider, error)
    reason, spent = plan.facts.reason, listening.spent()
    record = {"code": f"model_{error.kind}", "title": error.detail, "hint": error.hint}
    if reason == "automatic" or (reason == "manual" and error.kind == "overflow"):
        return await runner.host.database.run(
            fail_compaction, lease=runner.lease, error=record, spent=spent
        )
    if error.may_retry and plan.attempt + 1 < plan.attempts:
        await runner.host.database.run(
            retry_later,
            lease=runner.lease,
            seconds=retry_delay(error, plan.attempt + 1),
            error=record,
            spent=spent,
        )
        return None
    if error.kind == "overflow":
        return await _smaller(runner, record, spent)
    await runner.finalise("failed", error=record, spent=spent or Spent({}))
    return None


async def _smaller(runner: Runner, record: dict[str, Any], spent: Spent | None) -> RunState | None:
    """The request for the summary did not fit either: once more with less, or the end."""
    state = await runner.host.database.run(
        fail_compaction, lease=runner.lease, error=record, spent=spent
    )
    if state is None:
        return None
    plan = await runner.host.database.run(plan_again, runner.lease, "overflow")
    if plan is not None:
        return await compact(runner, plan)
    await runner.finalise("failed", error=FULL)
    return None
