"""How a small job comes to rest, for now or for good."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from agency.models import SmallJob
from framework.db.transaction import require_transaction


def end_job(job: SmallJob, status: str, error: Mapping[str, Any] | None = None) -> None:
    """The claimed job is `done` or `failed`; it is not tried again by itself."""
    _rest(job, status, error, None)


def postpone(job: SmallJob, until: datetime, error: Mapping[str, Any]) -> None:
    """The claimed job waits for another try."""
    _rest(job, "queued", error, until)


def _rest(
    job: SmallJob, status: str, error: Mapping[str, Any] | None, until: datetime | None
) -> None:
    require_transaction()
    job.status = status
    job.error = None if error is None else dict(error)
    job.not_before = until
    job.lease_until = None
    job.call = None
    job.save(update_fields=["status", "error", "not_before", "lease_until", "call"])
