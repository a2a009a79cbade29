"""The bundled database for the length of one command."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from framework.embedded.exclusive import lock_state
from framework.embedded.parts import postgres_part
from framework.embedded.postgres import Postgres
from framework.embedded.schema import ensure_database
from framework.embedded.state import State
from framework.embedded.supervisor import Supervisor


@contextmanager
def database_at_hand(state: State) -> Iterator[None]:
    """The database as it runs already, else the bundled one, started and stopped again."""
    server = Postgres(state.postgres, state.run)
    if os.environ.get("DATABASE_URL") or server.is_ready():
        yield
        return
    state.make()
    lock = lock_state(state.lock)
    servers = Supervisor(state.logs, lambda text: None)
    try:
        servers.start(postgres_part(state))
        ensure_database(server.url("postgres"), "agency")
        yield
    finally:
        servers.stop()
        os.close(lock)
