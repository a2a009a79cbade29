"""The standing conversation of a person with the workspace's secretary."""

from uuid import UUID

from django.db import IntegrityError

from agency.access import my_workspaces
from agency.commands.session.launch_session import Launch, launch_session
from agency.models import Agent, Session
from framework.core.errors import NotFound


def open_standing(*, user_id: int, workspace_id: UUID | None = None) -> Session:
    """The person's standing session, made on first use; raises NotFound without a secretary."""
    mine = Session.objects.filter(owner_id=user_id, kind="standing").order_by("created_at")
    if workspace_id is not None:
        mine = mine.filter(workspace_id=workspace_id)
    if (session := mine.first()) is not None:
        return session
    agents = Agent.objects.filter(kind="secretary", workspace_id__in=my_workspaces(user_id))
    if workspace_id is not None:
        agents = agents.filter(workspace_id=workspace_id)
    secretary = agents.order_by("created_at").first()
    if secretary is None:
        raise NotFound("This workspace has no secretary; make an agent of that kind.")
    launch = Launch(agent_id=secretary.id, kind="standing", name=secretary.name)
    try:
        return launch_session(user_id=user_id, launch=launch)[0]
    except IntegrityError:
        # Another tab was first: the unique index lets one standing session stand.
        return mine.get()
