"""The move "run tools": begin each call, execute it, settle it; siblings never lose a result."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.conf import settings

from agency.commands.child.begin_child import begin_child
from agency.commands.run.begin_call import Begun, begin_call
from agency.commands.run.finish_call import CallResult, finish_call
from agency.commands.run.report_progress import report_progress
from agency.errors import FenceLost
from agency.files import outputs_folder
from agency.loop.call_facts import CallFacts, call_facts
from agency.policy import ToolFacts
from agency.tool import ToolContext, ToolSpec
from agency.tool.execute import execute
from agency.tool.outcome import output_path
from framework.core.crash import crash_at

if TYPE_CHECKING:
    from agency.loop.runner import Runner

log = logging.getLogger(__name__)

GONE = "This tool is not available any more; the call was not run."
PROGRESS_SECONDS = 0.5


async def run_calls(runner: Runner, call_ids: Sequence[UUID]) -> None:
    """Run the calls side by side until each has settled or turned out not to run.

    Raises Interrupted after all of them have been cancelled; the first other failure only
    after the rest has come to its end.
    """
    facts = await runner.host.database.run(call_facts, call_ids)
    await runner.interruptible(_together(runner, facts), patient=True)


async def _together(runner: Runner, calls: Sequence[CallFacts]) -> None:
    tasks = [asyncio.create_task(_one(runner, call)) for call in calls]
    try:
        await asyncio.wait(tasks)
    except asyncio.CancelledError:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        raise
    for task in tasks:
        task.result()


async def _one(runner: Runner, call: CallFacts) -> None:
    database = runner.host.database
    spec = call.spec
    begun = await database.run(
        begin_child if spec is not None and spec.kind == "child" else begin_call,
        lease=runner.lease,
        call_id=call.id,
        facts=spec.facts if spec else ToolFacts.unknown(call.name),
        schema=spec.input_schema if spec else {},
    )
    if begun is None:
        return  # it must not run, or a child session does its work
    result = await _execute(runner, call, spec, begun) if spec else CallResult(GONE, True)
    crash_at("after_tool")
    await database.run(finish_call, lease=runner.lease, call_id=call.id, result=result)


async def _execute(runner: Runner, call: CallFacts, spec: ToolSpec, begun: Begun) -> CallResult:
    outputs = outputs_folder(runner.session_id)
    progress = _Progress(runner, call.id)
    context = ToolContext(
        session_id=str(runner.session_id),
        run_id=str(runner.run_id),
        call_id=str(call.id),
        folder=call.folder,
        report_progress=progress.report,
        outputs=outputs,
    )
    outcome = await execute(spec, context, begun.args, timeout=call.seconds)
    if outcome.full is None:
        return CallResult(outcome.content, outcome.is_error)
    path = output_path(outputs, str(call.id)).relative_to(settings.AGENCY_STATE)
    digest = hashlib.sha256(outcome.full.encode()).hexdigest()
    return CallResult(outcome.content, outcome.is_error, str(path), digest)


@dataclass
class _Progress:
    """Writes at most two progress texts a second; the newest wins, the result ends it."""

    runner: Runner
    call_id: UUID
    written_at: float = 0.0
    task: asyncio.Task[Any] | None = None
    newest: str = ""
    loop: asyncio.AbstractEventLoop = field(default_factory=asyncio.get_running_loop)

    def report(self, text: str) -> None:
        """May be called from any thread."""
        self.loop.call_soon_threadsafe(self._take, text)

    def _take(self, text: str) -> None:
        self.newest = text
        if self.task is None or self.task.done():
            self.task = self.loop.create_task(self._write())

    async def _write(self) -> None:
        wait = self.written_at + PROGRESS_SECONDS - time.monotonic()
        if wait > 0:
            await asyncio.sleep(wait)
        self.written_at = time.monotonic()
        try:
            await self.runner.host.database.run(
                report_progress, lease=self.runner.lease, call_id=self.call_id, text=self.newest
            )
        except FenceLost:
            log.debug("the progress of call %s came too late", self.call_id)
        except Exception:
            log.exception("the progress of call %s was not kept", self.call_id)
