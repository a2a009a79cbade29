"""The same request twice is done once.

Note: two ways to remember. A command that is one transaction runs inside ours, with the memory of
it: either both stand or neither. A command that waits for a worker or calls another server cannot
hold a transaction; it is claimed first, under a lease that its process renews. A claim whose
process died is taken over after seconds, and the ids that were derived from the key keep the
repeat from doing it twice. A request that brings the id of its row need not wait even that long.
"""

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

from django.db import IntegrityError, transaction

from agency.commands._leases import LEASE, leased
from agency.models import Idempotency
from framework.core.errors import AppError, Conflict, IdempotencyMismatch, Invalid
from framework.db.clock import ClockNow, db_now

KEEP = timedelta(hours=24)
WAIT_SECONDS = 8.0
LOOK_SECONDS = 0.05
MAX_KEY = 180
DERIVED = UUID("5d0d0f5e-3f0c-5c0b-9a55-6b8c9f7b1c11")


class InProgress(Conflict):
    """The first request with this key is still being answered."""

    code = "in_progress"


@dataclass(frozen=True)
class Answer:
    """What a door sends back; `secret` fields of the body are sent once and never kept."""

    status: int
    body: Any = None
    secret: tuple[str, ...] = ()

    def kept(self) -> Any:
        """The body as a repeat will see it."""
        return self.body if not self.secret else self.body | dict.fromkeys(self.secret)


@dataclass(frozen=True)
class Once:
    """A client's name for a request, and the digest of what it asked."""

    user_id: int
    key: str
    fingerprint: str

    @classmethod
    def named(cls, user_id: int, key: str, *asked: bytes, door: str = "key") -> "Once":
        """The key checked, with the digest of the parts asked; raises Invalid.

        Keys of two doors do not meet.
        """
        if not 0 < len(key) <= MAX_KEY or not key.isprintable():
            raise Invalid.field("Idempotency-Key", f"must be 1 to {MAX_KEY} printable characters")
        digest = hashlib.sha256()
        for part in asked:
            digest.update(len(part).to_bytes(8, "big") + part)
        return cls(user_id, f"{door}:{key}", digest.hexdigest())

    def derived_id(self, what: str = "") -> UUID:
        """An id that every repeat of this request mints again."""
        return uuid5(DERIVED, f"{self.user_id}:{self.key}:{what}")


def minted(once: Once | None, what: str) -> UUID | None:
    """The id that a named request mints, None when it has no name."""
    return None if once is None else once.derived_id(what)


def answer_once(
    once: Once | None, act: Callable[[], Answer], *, atomic: bool, waits: bool = True
) -> Answer:
    """Run `act`, or return what it returned the first time within 24 hours.

    Raises IdempotencyMismatch for the same key with another request, InProgress when the first
    one takes too long. A refused request leaves no memory and may be tried again. Without
    `waits`, `act` may run beside a first one that has no answer yet.
    """
    if once is None:
        return act()
    return _within(once, act) if atomic else _claimed(once, act, waits)


def _within(once: Once, act: Callable[[], Answer]) -> Answer:
    refused: AppError | None = None
    with transaction.atomic():
        row, is_new = _first(once, KEEP)
        if not is_new:
            return _remembered(row)
        try:
            answer = act()
        except AppError as error:
            # What a refusing command has written stays; only the memory goes.
            refused = error
            row.delete()
        else:
            _keep(row, answer)
    if refused is not None:
        raise refused
    return answer


def _claimed(once: Once, act: Callable[[], Answer], waits: bool) -> Answer:
    limit = time.monotonic() + WAIT_SECONDS
    while True:
        with transaction.atomic():
            row, is_ours = _first(once, LEASE)
        if is_ours:
            break
        if row.status is not None:
            return _remembered(row)
        if not waits:
            return act()
        if time.monotonic() > limit:
            raise InProgress
        time.sleep(LOOK_SECONDS)
    try:
        with leased(row.id):
            answer = act()
    except BaseException:
        row.delete()
        raise
    _keep(row, answer)
    return answer


def _first(once: Once, life: timedelta) -> tuple[Idempotency, bool]:
    """The memory of this key, and whether it is new (or an abandoned one, taken over)."""
    now = db_now()
    fresh = Idempotency(
        user_id=once.user_id,
        key=once.key,
        fingerprint=once.fingerprint,
        expires_at=now + life,
    )
    while True:
        try:
            with transaction.atomic():
                fresh.save(force_insert=True)
        except IntegrityError:
            rows = Idempotency.objects.select_for_update()
            row = rows.filter(user_id=once.user_id, key=once.key).first()
            if row is not None:
                return _again(row, fresh, now)
        else:
            return fresh, True


def _again(row: Idempotency, fresh: Idempotency, now: datetime) -> tuple[Idempotency, bool]:
    if row.expires_at <= now:
        row.delete()
        fresh.save(force_insert=True)
        return fresh, True
    if row.fingerprint != fresh.fingerprint:
        raise IdempotencyMismatch
    return row, False


def _remembered(row: Idempotency) -> Answer:
    return Answer(row.status or 200, row.answer)


def _keep(row: Idempotency, answer: Answer) -> None:
    rows = Idempotency.objects.filter(id=row.id)
    rows.update(status=answer.status, answer=answer.kept(), expires_at=ClockNow() + KEEP)
