"""The move "call the model": prepare, reserve, stream, commit; or come back later."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from langchain_core.messages import message_to_dict

from agency.commands.compaction.open_compaction import Overflow
from agency.commands.run.commit_turn import Turn, commit_turn
from agency.commands.run.lease import Lease
from agency.commands.run.ledger import Spent
from agency.commands.run.open_turn import Opened, open_turn
from agency.commands.run.retry_later import retry_later
from agency.limits.health import NotItsFault, note_health
from agency.llm.fit import fitted
from agency.llm.port import Completed, ModelError
from agency.loop.adapters import ready_client
from agency.loop.backoff import retry_delay
from agency.loop.compact import FULL, compact
from agency.loop.deltas import Feed
from agency.loop.interrupts import Interrupted, Why
from agency.loop.prepare import Prepared, counted, plan_again, prepare_turn
from agency.loop.state import RunState
from agency.loop.toolbox import proposals, with_own_ids
from agency.loop.turn_stream import Reading, read_answer, tokens_of
from framework.core.crash import crash_at

if TYPE_CHECKING:
    from agency.loop.runner import Runner

log = logging.getLogger(__name__)

COUNT_SECONDS = 10.0
NOT_FOUND = 404
OUT_OF_TIME = "The time that a budget left for the answer was over."

TITLES = {
    "rate_limited": "The provider limits the rate of requests.",
    "overloaded": "The provider is overloaded.",
    "retryable": "The connection to the provider failed.",
    "overflow": "The conversation is larger than the model's window.",
    "fatal": "The provider refused the request.",
}


def _open(lease: Lease) -> tuple[Prepared, Opened | None]:
    """Read and reserve in one visit to a database thread; what is to be summarised comes first."""
    prepared = prepare_turn(lease)
    if prepared.plan is not None:
        return prepared, None
    return prepared, open_turn(lease=lease, facts=prepared.facts)


async def _opened(runner: Runner) -> tuple[Prepared, Opened | None]:
    """The turn with its reservation; near a cap the provider counts the input before that."""
    prepared, opened = await runner.host.database.run(_open, runner.lease)
    if opened is not None and opened.call_id is None:
        tokens = await runner.interruptible(_count(prepared))
        prepared = counted(prepared, tokens)
        opened = await runner.host.database.run(open_turn, lease=runner.lease, facts=prepared.facts)
    return prepared, opened


async def _count(prepared: Prepared) -> int | None:
    """The provider's count of the input; None when it does not say."""
    model = prepared.model
    try:
        client = await ready_client(model)
        async with asyncio.timeout(COUNT_SECONDS):
            return await client.count_tokens(prepared.request)
    except (ModelError, TimeoutError) as error:
        log.info("the provider did not count a request: %s", error)
        return None


async def take_turn(runner: Runner) -> RunState | None:
    """Where the run stands after the turn; None when it ended, sleeps or tries again later.

    Raises Interrupted for a hand-over; a stop is carried out here, with the partial text.
    """
    prepared, opened = await _opened(runner)
    if prepared.plan is not None:
        return await compact(runner, prepared.plan)
    if opened is None:
        return None
    try:
        return await _taken(runner, prepared, opened)
    finally:
        if prepared.facts.gated:
            runner.host.doorman.freed(prepared.model.provider.pk)


async def _taken(runner: Runner, prepared: Prepared, opened: Opened) -> RunState | None:
    feed = _feed(runner, prepared)
    reading = Reading(feed)
    crash_at("before_model")
    try:
        completed = await runner.interruptible(_ask(prepared, reading, opened.seconds))
        crash_at("after_model")
        state = await _commit(runner, prepared, reading, completed)
        await note_health(runner.host.database.run, prepared.model.provider, None)
    except ModelError as error:
        return await _failed(runner, prepared, reading, error)
    except Interrupted:
        if runner.why != Why.STOP:
            feed.abandon()
            raise
        await runner.finalise("stopped", draft=_draft(prepared, feed), spent=reading.spent())
        feed.close()
        return None
    except BaseException:
        feed.abandon()
        raise
    feed.close()
    return state


def _feed(runner: Runner, prepared: Prepared) -> Feed:
    return Feed(
        session_id=prepared.session_id,
        run_id=runner.run_id,
        message_id=prepared.facts.message_id,
        step=prepared.step,
        ticker=runner.host.ticker,
    )


async def _ask(prepared: Prepared, reading: Reading, seconds: float | None) -> Completed:
    """The answer, within the time that a budget leaves for it."""
    model = prepared.model
    try:
        async with asyncio.timeout(seconds):
            request = fitted(prepared.request, model.model.abilities, model.model.name)
            client = await ready_client(model)
            reading.feed.open()
            return await read_answer(client, request, reading)
    except TimeoutError as error:
        raise NotItsFault("retryable", OUT_OF_TIME) from error


async def _commit(
    runner: Runner, prepared: Prepared, reading: Reading, completed: Completed
) -> RunState | None:
    message = with_own_ids(completed.message)
    content: dict[str, Any] = message_to_dict(message)["data"]
    content["response_metadata"] = {
        **content.get("response_metadata", {}),
        "stop_reason": completed.stop_reason,
    }
    turn = Turn(
        message_id=prepared.facts.message_id,
        content=content,
        spent=Spent(
            tokens_of(completed.usage),
            estimated=completed.usage.estimated,
            first_token=reading.first_token,
        ),
        context=prepared.fill.answered(completed.usage),
        calls=proposals(message, prepared.tools),
    )
    return await runner.host.database.run(commit_turn, lease=runner.lease, turn=turn)


async def _failed(
    runner: Runner, prepared: Prepared, reading: Reading, error: ModelError
) -> RunState | None:
    await note_health(runner.host.database.run, prepared.model.provider, error)
    failures = prepared.attempt + 1
    spent = _spent(reading, error)
    record = _record(error)
    falls_back = prepared.has_fallback and _is_out(error)
    if falls_back:
        record["failed_models"] = [*prepared.failed, str(prepared.model.model.pk)]
    if falls_back or (error.may_retry and failures < prepared.attempts):
        seconds = 0.0 if falls_back else retry_delay(error, failures)
        log.info("run %s tries again in %.1f s: %s", runner.run_id, seconds, error)
        reading.feed.abandon()
        await runner.host.database.run(
            retry_later,
            lease=runner.lease,
            seconds=seconds,
            error=record,
            spent=spent,
            draft=_draft(prepared, reading.feed),
        )
        return None
    if error.kind == "overflow":
        plan = await runner.host.database.run(plan_again, runner.lease, "overflow")
        if plan is not None:
            reading.feed.abandon()
            return await compact(runner, plan, Overflow(record, spent))
        record = FULL | {"detail": error.detail}
    log.warning("run %s failed: %s", runner.run_id, error)
    draft = _draft(prepared, reading.feed)
    await runner.finalise("failed", error=record, draft=draft, spent=spent)
    reading.feed.close()
    return None


def _is_out(error: ModelError) -> bool:
    """Whether the model cannot be had at all now, so that another one is to answer."""
    return error.kind in ("overloaded", "rate_limited") or error.status == NOT_FOUND


def _spent(reading: Reading, error: ModelError) -> Spent | None:
    if error.usage is not None:
        return Spent(tokens_of(error.usage), estimated=True, first_token=reading.first_token)
    return reading.spent()


def _draft(prepared: Prepared, feed: Feed) -> dict[str, Any]:
    return {
        "message_id": str(prepared.facts.message_id),
        "step": prepared.step,
        "blocks": feed.copies(),
    }


def _record(error: ModelError) -> dict[str, Any]:
    record: dict[str, Any] = {
        "code": f"model_{error.kind}",
        "title": TITLES[error.kind],
        "detail": error.detail,
        "hint": error.hint,
    }
    return {key: value for key, value in record.items() if value}
