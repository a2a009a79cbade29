"""Workspaces, their members and their catalogue's events."""

from typing import Any
from uuid import UUID

from rest_framework.request import Request

from agency.access import workspace_for
from agency.api.endpoint import Endpoint, caller_of, operation
from agency.api.event import PARAMETERS as EVENT_PARAMETERS
from agency.api.event import events_page
from agency.api.paging import PARAMETERS, page_of
from agency.api.shapes import workspace as shapes
from agency.api.shapes.session import EventList
from agency.commands.requests import workspace as requests
from agency.models import Membership, Workspace
from agency.queries.catalogue import member_card, workspace_card
from agency.queries.me_snapshot import catalogue_cards
from framework.core.errors import NotFound
from framework.db.snapshot import read_snapshot
from framework.events.keys import workspace_stream
from framework.events.replay import cursors


def mine(user_id: int, workspace_id: UUID) -> dict[str, Any]:
    """The workspace with the caller's role."""
    row = workspace_for(user_id, workspace_id)
    role = Membership.objects.values_list("role", flat=True).get(user_id=user_id, workspace=row)
    return workspace_card(row) | {"my_role": role}


class WorkspaceListView(Endpoint):
    """My workspaces."""

    @operation(answer=shapes.WorkspacePage, parameters=PARAMETERS)
    def get(self, request: Request) -> Any:
        """The workspaces I belong to, oldest first."""
        user_id = caller_of(request).user_id
        roles = dict(Membership.objects.filter(user_id=user_id).values_list("workspace_id", "role"))
        rows = Workspace.objects.filter(id__in=roles)
        return page_of(
            request,
            rows,
            ("created_at", "id"),
            lambda row: workspace_card(row) | {"my_role": roles[row.id]},
        )


class WorkspaceView(Endpoint):
    """One workspace."""

    @operation(answer=shapes.MyWorkspace)
    def get(self, request: Request, workspace_id: UUID) -> Any:
        """Name, prompt and defaults."""
        return mine(caller_of(request).user_id, workspace_id)

    @operation(body=requests.WorkspaceBody, answer=shapes.Workspace)
    def patch(self, request: Request, workspace_id: UUID, body: requests.WorkspaceBody) -> Any:
        """Change what its sessions follow; owners only."""
        return requests.change_workspace(caller_of(request).user_id, workspace_id, body)


class DefaultsView(WorkspaceView):
    """The defaults that sessions follow: a second address of the workspace."""


class MemberListView(Endpoint):
    """Who belongs to the workspace."""

    @operation(answer=shapes.MemberPage, parameters=PARAMETERS)
    def get(self, request: Request, workspace_id: UUID) -> Any:
        """Members in the order they joined."""
        workspace = workspace_for(caller_of(request).user_id, workspace_id)
        rows = Membership.objects.filter(workspace=workspace).select_related("user")
        return page_of(request, rows, ("created_at", "id"), member_card)

    @operation(body=requests.MemberBody, answer=shapes.Member, status=201, scope="admin")
    def post(self, request: Request, workspace_id: UUID, body: requests.MemberBody) -> Any:
        """Give a person a place; owners only."""
        return requests.add_member(caller_of(request).user_id, workspace_id, body)


class MemberView(Endpoint):
    """One member."""

    @operation(body=requests.MemberChangeBody, answer=shapes.Member, scope="admin")
    def patch(
        self,
        request: Request,
        workspace_id: UUID,
        member_id: UUID,
        body: requests.MemberChangeBody,
    ) -> Any:
        """Change role or the right to answer; owners only."""
        user_id = caller_of(request).user_id
        member = member_of(user_id, workspace_id, member_id)
        return requests.change_member(user_id, workspace_id, member, body)

    @operation(status=204, scope="admin")
    def delete(self, request: Request, workspace_id: UUID, member_id: UUID) -> Any:
        """Take the place away; owners only."""
        return requests.drop_member(caller_of(request).user_id, workspace_id, member_id)


def member_of(user_id: int, workspace_id: UUID, member_id: UUID) -> Membership:
    """A member of a workspace of mine."""
    workspace = workspace_for(user_id, workspace_id)
    rows = Membership.objects.select_related("user").filter(workspace=workspace, id=member_id)
    member = rows.first()
    if member is None:
        raise NotFound
    return member


class WorkspaceSnapshotView(Endpoint):
    """The catalogue in one moment."""

    @operation(answer=shapes.WorkspaceSnapshot)
    def get(self, request: Request, workspace_id: UUID) -> Any:
        """Agents, models, providers, modes and the cursor from which to follow them."""
        with read_snapshot():
            workspace = mine(caller_of(request).user_id, workspace_id)
            return {
                "workspace": workspace,
                **catalogue_cards([workspace_id]),
                "cursor": cursors([workspace_stream(workspace_id)]),
            }


class WorkspaceEventView(Endpoint):
    """What changed in the catalogue."""

    @operation(answer=EventList, parameters=EVENT_PARAMETERS, errors=(410,))
    def get(self, request: Request, workspace_id: UUID) -> Any:
        """Frames after `since_id`, oldest first."""
        workspace_for(caller_of(request).user_id, workspace_id)
        return events_page(request, workspace_stream(workspace_id))
