"""What may be asked about workspaces and their members."""

from typing import Any
from uuid import UUID

from agency.commands.catalogue.remove_member import remove_member
from agency.commands.catalogue.set_member import set_member
from agency.commands.catalogue.update_workspace import update_workspace
from agency.commands.idempotency import Answer
from agency.commands.requests.body import Body, Id, Versioned
from agency.commands.requests.catalogue import Bag, Flag, Text
from agency.queries.catalogue import member_card, workspace_card


class WorkspaceBody(Versioned):
    """What a workspace's sessions follow."""

    name: Text = None
    system_prompt: Text = None
    default_model_id: Id | None = None
    defaults: Bag = None


def change_workspace(user_id: int, workspace_id: UUID, body: WorkspaceBody) -> Answer:
    """The changed workspace."""
    row = update_workspace(
        user_id=user_id,
        workspace_id=workspace_id,
        changes=body.given("version"),
        version=body.version,
    )
    return Answer(200, workspace_card(row))


class MemberBody(Body):
    """A person's place in a workspace."""

    username: str
    role: str = "editor"
    can_answer: bool = False


class MemberChangeBody(Body):
    """Another role, or the right to answer."""

    role: Text = None
    can_answer: Flag = None


def add_member(user_id: int, workspace_id: UUID, body: MemberBody) -> Answer:
    """The new member."""
    row = set_member(user_id=user_id, workspace_id=workspace_id, **body.model_dump())
    return Answer(201, member_card(row))


def change_member(user_id: int, workspace_id: UUID, member: Any, body: MemberChangeBody) -> Answer:
    """The changed member."""
    row = set_member(
        user_id=user_id,
        workspace_id=workspace_id,
        username=member.user.get_username(),
        role=body.role or member.role,
        can_answer=member.can_answer if body.can_answer is None else body.can_answer,
    )
    return Answer(200, member_card(row))


def drop_member(user_id: int, workspace_id: UUID, member_id: UUID) -> Answer:
    """The person has no place here any more."""
    remove_member(user_id=user_id, workspace_id=workspace_id, member_id=member_id)
    return Answer(204)
