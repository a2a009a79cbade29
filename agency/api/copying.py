"""Copies of sessions."""

from typing import Any
from uuid import UUID

from rest_framework.request import Request

from agency.api.endpoint import Endpoint, caller_of, operation
from agency.api.shapes import session as shapes
from agency.commands.requests import copying as requests


class DuplicateView(Endpoint):
    """Copy the session."""

    @operation(body=requests.DuplicateBody, answer=shapes.Session, status=201)
    def post(self, request: Request, session_id: UUID, body: requests.DuplicateBody) -> Any:
        """A session of mine with all branches, or with the path up to a message.

        A message inside a group of tool calls takes the whole group; 409 `not_settled` when the
        group is still under way. Whoever reads the session and may send in its workspace may copy
        it. The copy runs nothing and costs nothing.
        """
        return requests.duplicate(caller_of(request).user_id, session_id, body, self.once)
