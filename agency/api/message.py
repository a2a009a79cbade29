"""Messages, the queue and the branches of a session."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from agency.access import branch_for, queued_for, session_for
from agency.api.endpoint import Endpoint, caller_of, operation
from agency.api.filters import UUID_SCHEMA, query_id
from agency.api.paging import query_count
from agency.api.parsers import SEND_LIMIT
from agency.api.session import BEFORE, before_depth
from agency.api.shapes import session as shapes
from agency.api.shapes.run import RunAnswer
from agency.commands.requests import session as requests
from agency.queries.branch_comparison import branch_comparison
from agency.queries.path_page import path_page
from agency.queries.records import branch_record, branch_records, queue_records, queued_record

BRANCH = OpenApiParameter("branch", UUID_SCHEMA, description="Another path than the active one.")
LIMIT = OpenApiParameter("limit", {"type": "integer", "minimum": 1, "maximum": 200, "default": 50})


class MessageListView(Endpoint):
    """The messages of a path."""

    body_limit = SEND_LIMIT

    @operation(answer=shapes.PathWindow, parameters=[BRANCH, BEFORE, LIMIT])
    def get(self, request: Request, session_id: UUID) -> Any:
        """The newest messages of the path (or those before `before`), oldest first."""
        user_id = caller_of(request).user_id
        session = session_for(user_id, session_id)
        branch_id = query_id(request, "branch") or session.active_branch_id
        if branch_id is not None:
            branch_for(user_id, session_id, branch_id)
        limit = query_count(request, "limit", default=50, least=1, most=200)
        before = before_depth(request, user_id, session_id)
        return vars(path_page(branch_id, before=before, limit=limit))

    @operation(body=requests.SendBody, answer=shapes.Sent, status=202, atomic=False)
    def post(self, request: Request, session_id: UUID, body: requests.SendBody) -> Any:
        """Say something; while the agent is busy it waits in the queue."""
        return requests.send(caller_of(request).user_id, session_id, body, self.once)


class EditView(Endpoint):
    """Say it differently."""

    body_limit = SEND_LIMIT

    @operation(body=requests.EditBody, answer=shapes.Sent, status=202, atomic=False)
    def post(
        self, request: Request, session_id: UUID, message_id: UUID, body: requests.EditBody
    ) -> Any:
        """New words beside the old ones, on a new branch."""
        user_id = caller_of(request).user_id
        return requests.edit(user_id, session_id, message_id, body, self.once)


class RegenerateView(Endpoint):
    """Another answer."""

    @operation(answer=RunAnswer, status=202, atomic=False)
    def post(self, request: Request, session_id: UUID, message_id: UUID) -> Any:
        """Answer again on a new branch; the old answer stays."""
        return requests.again(caller_of(request).user_id, session_id, message_id)


class QueueView(Endpoint):
    """What waits for its turn."""

    @operation(answer=shapes.QueueList)
    def get(self, request: Request, session_id: UUID) -> Any:
        """The waiting messages in their order."""
        session_for(caller_of(request).user_id, session_id)
        return {"results": queue_records(session_id)}


class QueuedView(Endpoint):
    """One waiting message."""

    @operation(body=requests.QueuedBody, answer=shapes.Queued)
    def patch(
        self, request: Request, session_id: UUID, message_id: UUID, body: requests.QueuedBody
    ) -> Any:
        """Other words, or another place."""
        user_id = caller_of(request).user_id
        return self.with_current(
            lambda: requests.change_queued(user_id, session_id, message_id, body),
            lambda: queued_record(queued_for(user_id, session_id, message_id)),
        )

    @operation(status=204)
    def delete(self, request: Request, session_id: UUID, message_id: UUID) -> Any:
        """Take it back."""
        return requests.withdraw(caller_of(request).user_id, session_id, message_id)


class QueueResumeView(Endpoint):
    """Let the queue go on."""

    @operation(answer=RunAnswer, status=202)
    def post(self, request: Request, session_id: UUID) -> Any:
        """Clear the pause; the first waiting message runs when the agent is free."""
        return requests.release_queue(caller_of(request).user_id, session_id)


class BranchListView(Endpoint):
    """The branches of a session."""

    @operation(answer=shapes.BranchList)
    def get(self, request: Request, session_id: UUID) -> Any:
        """All branches, hidden ones too, oldest first."""
        session_for(caller_of(request).user_id, session_id)
        return {"results": branch_records(session_id)}


class BranchView(Endpoint):
    """One branch."""

    @operation(body=requests.BranchBody, answer=shapes.Branch)
    def patch(
        self, request: Request, session_id: UUID, branch_id: UUID, body: requests.BranchBody
    ) -> Any:
        """Name it."""
        user_id = caller_of(request).user_id
        return self.with_current(
            lambda: requests.name_branch(user_id, session_id, branch_id, body),
            lambda: branch_record(branch_for(user_id, session_id, branch_id)),
        )

    @operation(status=204)
    def delete(self, request: Request, session_id: UUID, branch_id: UUID) -> Any:
        """Delete it; one that others fork from is hidden instead."""
        return requests.drop_branch(caller_of(request).user_id, session_id, branch_id)


class SwitchView(Endpoint):
    """Show another branch."""

    @operation(answer=shapes.Session)
    def post(self, request: Request, session_id: UUID, branch_id: UUID) -> Any:
        """Make it the active one; refused while a run is live."""
        return requests.switch(caller_of(request).user_id, session_id, branch_id)


class CompareView(Endpoint):
    """Two branches side by side."""

    @operation(answer=shapes.Comparison)
    def get(self, request: Request, session_id: UUID, branch_id: UUID, other_id: UUID) -> Any:
        """What each says after the part they share."""
        user_id = caller_of(request).user_id
        left = branch_for(user_id, session_id, branch_id)
        right = branch_for(user_id, session_id, other_id)
        return branch_comparison(left, right)
