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
from agency.commands.requests import branch as branch_requests
from agency.commands.requests import queue as queue_requests
from agency.commands.requests import session as requests
from agency.queries.branch_comparison import branch_comparison
from agency.queries.branch_map import branch_map
from agency.queries.path_page import path_page
from agency.queries.records import branch_record, queue_records, queued_record

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
        """Say something; while the agent is busy, `when_busy` says what becomes of it.

        `queue`: it waits for its turn. `steer`: the run under way sees it at its next model call.
        `interrupt`: that run is stopped, keeping its text so far, and this is answered first.
        `reject`: 409 `session_busy`.
        """
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


class ForkView(Endpoint):
    """Travel back."""

    @operation(body=branch_requests.ForkBody, answer=shapes.Forked, status=202, atomic=False)
    def post(
        self, request: Request, session_id: UUID, message_id: UUID, body: branch_requests.ForkBody
    ) -> Any:
        """A new branch that ends at the message; tool results before it are used again.

        A message inside a group of tool calls takes the whole group. With `rerun` the agent goes
        on from there; an answer that ended its turn is then made again. Without it, 409
        `branch_locked` while a run is live; with it that run is stopped first.
        """
        user_id = caller_of(request).user_id
        return branch_requests.fork(user_id, session_id, message_id, body, self.once)


class QueueView(Endpoint):
    """What waits for its turn."""

    @operation(answer=shapes.QueueList)
    def get(self, request: Request, session_id: UUID) -> Any:
        """The waiting messages in their order, and whether they are held back."""
        session = session_for(caller_of(request).user_id, session_id)
        return {"results": queue_records(session_id), "queue_paused": session.queue_paused}


class QueuedView(Endpoint):
    """One waiting message."""

    @operation(body=queue_requests.QueuedBody, answer=shapes.Queued, atomic=False)
    def patch(
        self, request: Request, session_id: UUID, message_id: UUID, body: queue_requests.QueuedBody
    ) -> Any:
        """Other words, another place, or another strategy.

        `interrupt` stops the run under way; while nothing runs it and `steer` send the message.
        """
        user_id = caller_of(request).user_id
        return self.with_current(
            lambda: queue_requests.change_queued(user_id, session_id, message_id, body),
            lambda: queued_record(queued_for(user_id, session_id, message_id)),
        )

    @operation(status=204)
    def delete(self, request: Request, session_id: UUID, message_id: UUID) -> Any:
        """Take it back."""
        return queue_requests.withdraw(caller_of(request).user_id, session_id, message_id)


class QueueResumeView(Endpoint):
    """Let the queue go on."""

    @operation(answer=RunAnswer, status=202)
    def post(self, request: Request, session_id: UUID) -> Any:
        """Clear the pause; the first waiting message runs when the agent is free."""
        return queue_requests.release_queue(caller_of(request).user_id, session_id)


class BranchListView(Endpoint):
    """The branches of a session."""

    @operation(answer=shapes.BranchList)
    def get(self, request: Request, session_id: UUID) -> Any:
        """All branches, hidden ones too, oldest first, with their first and last words."""
        session_for(caller_of(request).user_id, session_id)
        return {"results": branch_map(session_id)}


class BranchView(Endpoint):
    """One branch."""

    @operation(body=branch_requests.BranchBody, answer=shapes.Branch)
    def patch(
        self, request: Request, session_id: UUID, branch_id: UUID, body: branch_requests.BranchBody
    ) -> Any:
        """Name it, hide it or show it again."""
        user_id = caller_of(request).user_id
        return self.with_current(
            lambda: branch_requests.change_branch(user_id, session_id, branch_id, body),
            lambda: branch_record(branch_for(user_id, session_id, branch_id)),
        )

    @operation(status=204)
    def delete(self, request: Request, session_id: UUID, branch_id: UUID) -> Any:
        """Delete it; one that others fork from is hidden instead."""
        return branch_requests.drop_branch(caller_of(request).user_id, session_id, branch_id)


class SwitchView(Endpoint):
    """Show another branch."""

    @operation(answer=shapes.Session)
    def post(self, request: Request, session_id: UUID, branch_id: UUID) -> Any:
        """Make it the active one; refused while a run is live."""
        return branch_requests.switch(caller_of(request).user_id, session_id, branch_id)


class CompareView(Endpoint):
    """Two branches side by side."""

    @operation(answer=shapes.Comparison)
    def get(self, request: Request, session_id: UUID, branch_id: UUID, other_id: UUID) -> Any:
        """What each says after the part they share."""
        user_id = caller_of(request).user_id
        left = branch_for(user_id, session_id, branch_id)
        right = branch_for(user_id, session_id, other_id)
        return branch_comparison(left, right)
