"""A worker process's sign of life: a lock that dies with its connection, a lease it renews."""

import asyncio
import logging
import os
import secrets
import socket
import time
from typing import Any
from uuid import UUID

import psycopg
from django.db import DatabaseError, connection

from agency.commands.worker.register_worker import LEASE_SECONDS, register_worker
from agency.loop.database import DatabaseThreads

log = logging.getLogger(__name__)

ANSWER_SECONDS = 2.0
RETRY_SECONDS = 0.3
NOT_FOR_PSYCOPG = ("cursor_factory", "context", "prepare_threshold", "server_side_binding")
_RENEW = (
    "UPDATE agency_worker SET expires_at = clock_timestamp() + make_interval(secs => %s)"
    " WHERE id = %s AND state <> 'dead'"
)


class Presence:
    """Held by the hub; `worker_id` changes when the process had to register anew.

    Note: two signs. The advisory lock is gone the moment the process, its host or its connection
    is, so a crash is seen at once. A frozen process keeps its lock, so there is a lease as well,
    renewed on the loop that does the work: a loop that hangs loses it.
    """

    def __init__(self, database: DatabaseThreads) -> None:
        self._database = database
        self._line: psycopg.AsyncConnection[Any] | None = None
        self._lock_key = 0
        self._renewed_at = 0.0
        self.worker_id: UUID | None = None

    @property
    def is_trusted(self) -> bool:
        """Whether the lease cannot have run out since it was last renewed."""
        return time.monotonic() - self._renewed_at < LEASE_SECONDS

    async def register(self) -> UUID:
        """Take a lock and a row of our own, however long the database needs to come up."""
        while True:
            try:
                return await self._register()
            except (psycopg.Error, DatabaseError, OSError, TimeoutError) as error:
                log.warning("the database is away, registering again soon: %s", error)
                await asyncio.sleep(RETRY_SECONDS)

    async def beat(self) -> bool:
        """Renew the lease; False when this worker is dead to the others and must start anew."""
        try:
            return await self._renew()
        except (psycopg.Error, OSError, TimeoutError) as error:
            log.warning("the worker's own connection was lost: %s", error)
        return await self._regain()

    async def leave(self) -> None:
        """Give up the lock."""
        await self._hang_up()

    async def _register(self) -> UUID:
        self._lock_key = secrets.randbits(62)
        await self._connect()
        name = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        key = self._lock_key
        self.worker_id = await self._database.run(register_worker, name=name, lock_key=key)
        self._renewed_at = time.monotonic()
        log.info("registered as worker %s", self.worker_id)
        return self.worker_id

    async def _connect(self) -> None:
        await self._hang_up()
        async with asyncio.timeout(ANSWER_SECONDS * 2):
            self._line = await psycopg.AsyncConnection.connect(**_parameters(), autocommit=True)
            cursor = await self._line.execute("SELECT pg_try_advisory_lock(%s)", [self._lock_key])
            row = await cursor.fetchone()
        if row is None or not row[0]:
            raise psycopg.OperationalError("the worker's lock is still held by an older connection")

    async def _renew(self) -> bool:
        began = time.monotonic()
        if self._line is None:
            raise psycopg.OperationalError("there is no connection")
        async with asyncio.timeout(ANSWER_SECONDS):
            cursor = await self._line.execute(_RENEW, [LEASE_SECONDS, self.worker_id])
        if cursor.rowcount == 1:
            self._renewed_at = began
        return cursor.rowcount == 1

    async def _regain(self) -> bool:
        """Take the lock again before anybody has noticed, if the lease allows it."""
        while self.is_trusted:
            try:
                await self._connect()
                return await self._renew()
            except (psycopg.Error, OSError, TimeoutError):
                await asyncio.sleep(RETRY_SECONDS)
        return False

    async def _hang_up(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            await line.close()


def _parameters() -> dict[str, Any]:
    """Django's own connection parameters, without those of its cursors."""
    found: dict[str, Any] = connection.get_connection_params()
    return {key: value for key, value in found.items() if key not in NOT_FOR_PSYCOPG}
