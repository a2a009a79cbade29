"""Ask for another answer: a sibling of the assistant's message on a new branch."""

from uuid import UUID

from agency.access import message_for, session_for
from agency.commands._rows import create_run, touch_session
from agency.commands.session._fork import fork_branch, fork_point, tell_fork
from agency.commands.session._rest import act_at_rest, require_rest
from agency.models import Run
from framework.core.errors import Invalid
from framework.db.transaction import unit_of_work


def regenerate(*, user_id: int, session_id: UUID, message_id: UUID) -> Run:
    """Run again from before the message, which stays on its branch; a live run is stopped first.

    Tool results before the fork are reused, never executed again.
    """
    old = message_for(user_id, session_id, message_id, write=True)
    if old.role != "ai":
        raise Invalid.field("message_id", "only an answer can be made again")

    def fork() -> Run:
        with unit_of_work():
            session = session_for(user_id, session_id, lock=True, write=True)
            require_rest(session)
            branch = fork_branch(session, old.branch, fork_point(old), user_id=user_id)
            touch_session(session, "active_branch")
            tell_fork(branch)
            return create_run(branch)

    return act_at_rest(fork, user_id=user_id, session_id=session_id)
