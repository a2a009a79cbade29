"""Stop whatever the session does."""

from uuid import UUID

from agency.access import session_for
from agency.commands._rows import live_run
from agency.commands.run.stop_run import stop_run
from agency.models import Run
from agency.queries.ancestry import tree
from agency.queries.run_duties import live_runs_of


def stop_session(*, user_id: int, session_id: UUID) -> Run | None:
    """Stop the live run and what works below it; None when there is none, twice is fine."""
    session_for(user_id, session_id, end=True)
    run = live_run(session_id)
    stopped = stop_run(user_id=user_id, run_id=run.id) if run else None
    for below in live_runs_of(tree(session_id)[1:]):
        stop_run(user_id=user_id, run_id=below)
    return stopped
