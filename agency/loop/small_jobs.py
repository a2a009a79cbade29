"""Does small jobs beside the runs: a few at a time, never instead of one.

Note: what may be lost here. A job is a row until its result is written; a hint, a worker or a
process that goes leaves it to the look that comes every few seconds, or to the end of its lease.
"""

import asyncio
import logging
import time
from uuid import UUID

from agency.commands.job.claim_job import JobLease, claim_job
from agency.commands.job.drop_job import drop_job
from agency.commands.job.fail_job import fail_job
from agency.commands.job.settle_job import settle_job
from agency.errors import NoModel
from agency.limits.doorman import Doorman
from agency.limits.gate import is_gated
from agency.limits.health import NotItsFault, note_health
from agency.llm.port import ModelError
from agency.loop.backoff import retry_delay
from agency.loop.database import DatabaseThreads
from agency.loop.quiet import Listening, ask
from agency.loop.small_request import SmallRequest, small_request
from agency.queries.small_jobs import waiting_jobs
from framework.core.crash import crash_at

log = logging.getLogger(__name__)

AT_ONCE = 2
LOOK_SECONDS = 2.0
PATIENCE_SECONDS = 40.0
REST_SECONDS = 60.0
SLOW = "The model gave no answer in time."


class SmallJobs:
    """One for a process; `carry` and `look` may meet at the same job, the claim decides."""

    def __init__(self, database: DatabaseThreads, doorman: Doorman) -> None:
        self._database = database
        self._doorman = doorman
        self._at: set[UUID] = set()
        self._resting: dict[UUID, float] = {}
        self._closed = False

    def close(self) -> None:
        """Begin nothing more; what is begun is another worker's after its lease."""
        self._closed = True

    async def look(self) -> None:
        """Do the jobs that wait, until cancelled."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            if self._closed or len(self._at) >= AT_ONCE:
                continue
            waiting = await self._database.run(waiting_jobs)
            await asyncio.gather(*(self.carry(one) for one in waiting[: AT_ONCE - len(self._at)]))

    async def carry(self, job_id: UUID) -> None:
        """Do the job if it is due and there is room; never raises."""
        if self._closed or job_id in self._at or len(self._at) >= AT_ONCE:
            return
        self._at.add(job_id)
        try:
            await self._do(job_id)
        except Exception:
            log.exception("small job %s met a defect; it is tried again after its lease", job_id)
        finally:
            self._at.discard(job_id)

    async def _do(self, job_id: UUID) -> None:
        try:
            small = await self._database.run(small_request, job_id)
        except NoModel as error:
            problem = {"code": error.code, "title": error.problem()["title"]}
            await self._database.run(drop_job, job_id=job_id, error=problem)
            return
        if small is None:
            await self._database.run(drop_job, job_id=job_id)
            return
        if self._rests(small):
            return
        lease = await self._database.run(
            claim_job,
            job_id=job_id,
            purpose=small.purpose,
            facts=small.facts,
            amounts=small.amounts,
            gated=is_gated(small.model.provider),
        )
        if lease is None:
            return
        crash_at("before_small_model")
        try:
            await self._ask(small, lease)
        finally:
            if is_gated(small.model.provider):
                self._doorman.freed(small.model.provider.pk)

    def _rests(self, small: SmallRequest) -> bool:
        """Whether the provider failed a moment ago: names are not worth another knock."""
        return self._resting.get(small.model.provider.id, 0.0) > time.monotonic()

    async def _ask(self, small: SmallRequest, lease: JobLease) -> None:
        listening = Listening()
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                told = await ask(small.model, small.request, listening)
        except TimeoutError:
            await self._failed(small, lease, listening, NotItsFault("retryable", SLOW))
            return
        except ModelError as error:
            await self._failed(small, lease, listening, error)
            return
        crash_at("after_small_model")
        await self._database.run(settle_job, lease=lease, answer=told.text, spent=told.spent)

    async def _failed(
        self, small: SmallRequest, lease: JobLease, listening: Listening, error: ModelError
    ) -> None:
        log.info("small job %s failed: %s", small.job_id, error)
        await note_health(self._database.run, small.model.provider, error)
        again_in = None
        if error.may_retry:
            again_in = max(retry_delay(error, lease.attempts), REST_SECONDS)
            self._resting[small.model.provider.id] = time.monotonic() + REST_SECONDS
        await self._database.run(
            fail_job,
            lease=lease,
            error={"code": f"model_{error.kind}", "title": error.detail},
            spent=listening.spent(),
            again_in=again_in,
        )
