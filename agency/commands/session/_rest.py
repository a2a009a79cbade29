"""Bring a session to rest before something that needs it so."""

import time
from collections.abc import Callable
from typing import TypeVar
from uuid import UUID

from agency.access import session_for
from agency.commands._rows import live_run
from agency.commands.run.stop_run import stop_run
from agency.errors import SessionBusy, SessionClosed
from agency.models import Session
from agency.queries.ancestry import tree
from agency.queries.run_duties import live_runs_of

WAIT_SECONDS = 6.0
LOOK_SECONDS = 0.05

Made = TypeVar("Made")


def act_at_rest(
    act: Callable[[], Made], *, user_id: int, session_id: UUID, below: bool = False
) -> Made:
    """Bring the session to rest, then act; once more when somebody else began a run in between.

    Two tabs that edit at once so get a branch each; raises SessionBusy when it never rests.
    """
    deadline = time.monotonic() + WAIT_SECONDS
    while True:
        bring_to_rest(user_id=user_id, session_id=session_id, below=below)
        try:
            return act()
        except SessionBusy:
            if time.monotonic() > deadline:
                raise


def bring_to_rest(*, user_id: int, session_id: UUID, below: bool = False) -> None:
    """Stop the live run, if any, and wait until it has ended; raises SessionBusy after 6 s.

    `below` brings everything that stands below the session to rest with it.

    Note: a run that a worker holds ends in the worker's own transaction (at most 4 s even when
    the worker is frozen), so this is the one command that waits, outside any transaction.
    """
    session_for(user_id, session_id, end=True)
    deadline = time.monotonic() + WAIT_SECONDS
    asked: set[UUID] = set()
    while live := live_runs_of(tree(session_id) if below else [session_id]):
        fresh = [run_id for run_id in live if run_id not in asked]
        for run_id in fresh:
            stop_run(user_id=user_id, run_id=run_id)
        asked.update(fresh)
        if time.monotonic() > deadline:
            raise SessionBusy("The run could not be stopped in time; try again.")
        if not fresh:
            time.sleep(LOOK_SECONDS)


def require_rest(session: Session) -> None:
    """Raise SessionClosed or SessionBusy unless the session can begin a run now.

    The caller holds the session's lock, so that the answer stays true.
    """
    if session.closed_at is not None:
        raise SessionClosed
    if live_run(session.id) is not None:
        raise SessionBusy
