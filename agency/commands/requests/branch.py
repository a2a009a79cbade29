"""Requests about branches."""

from typing import Annotated, Any
from uuid import UUID

from pydantic import Field, model_validator

from agency.commands.idempotency import Answer, Once, minted
from agency.commands.requests.body import Body, Versioned
from agency.commands.session.delete_branch import delete_branch
from agency.commands.session.fork_message import fork_message
from agency.commands.session.hide_branch import hide_branch
from agency.commands.session.rename_branch import rename_branch
from agency.commands.session.switch_branch import switch_branch
from agency.queries import records


class BranchBody(Versioned):
    """A branch's name, or whether it is kept out of sight: one of the two."""

    name: Annotated[str | None, Field(max_length=120)] = None
    hidden: bool | None = None

    @model_validator(mode="after")
    def _one_thing(self) -> "BranchBody":
        if (self.name is None) == (self.hidden is None):
            raise ValueError("give `name` or `hidden`")
        return self


class ForkBody(Body):
    """A new branch from here; `rerun` lets the agent go on from there at once."""

    rerun: bool = False
    name: Annotated[str, Field(max_length=120)] = ""


def fork(
    user_id: int, session_id: UUID, message_id: UUID, body: ForkBody, once: Once | None
) -> Answer:
    """The new branch, the session that shows it, and the run that goes on from there."""
    forked = fork_message(
        user_id=user_id,
        session_id=session_id,
        message_id=message_id,
        rerun=body.rerun,
        name=body.name,
        branch_id=minted(once, "branch"),
    )
    record = {
        "branch": records.branch_record(forked.branch),
        "session": records.session_record(forked.branch.session),
        "run": forked.run and records.run_record(forked.run),
    }
    return Answer(202, record)


def switch(user_id: int, session_id: UUID, branch_id: UUID) -> Answer:
    """The session with the branch shown."""
    session = switch_branch(user_id=user_id, session_id=session_id, branch_id=branch_id)
    return Answer(200, records.session_record(session))


def change_branch(user_id: int, session_id: UUID, branch_id: UUID, body: BranchBody) -> Answer:
    """The branch as it is now."""
    more: dict[str, Any] = {
        "user_id": user_id,
        "session_id": session_id,
        "branch_id": branch_id,
        "version": body.version,
    }
    if body.name is not None:
        branch = rename_branch(name=body.name, **more)
    else:
        branch = hide_branch(hidden=bool(body.hidden), **more)
    return Answer(200, records.branch_record(branch))


def drop_branch(user_id: int, session_id: UUID, branch_id: UUID) -> Answer:
    """The branch is gone, or hidden when others fork from it."""
    delete_branch(user_id=user_id, session_id=session_id, branch_id=branch_id)
    return Answer(204)
