"""What a model does beside the conversation, on request."""

from typing import Any
from uuid import UUID

from rest_framework.request import Request

from agency.api.endpoint import Endpoint, caller_of, operation
from agency.api.shapes import session as shapes
from agency.api.shapes.run import RunAnswer
from agency.commands.requests import small as requests


class TitleView(Endpoint):
    """Have the session named."""

    @operation(answer=shapes.Session, status=202)
    def post(self, request: Request, session_id: UUID) -> Any:
        """A title is made from the first words, unless a person gave a name (409).

        It comes as `name_updated`.
        """
        return requests.title(caller_of(request).user_id, session_id)


class CompactView(Endpoint):
    """Have the older part of the shown path summarised."""

    @operation(answer=RunAnswer, status=202)
    def post(self, request: Request, session_id: UUID) -> Any:
        """The run that does it; it can be stopped, and messages sent meanwhile wait.

        The summary comes as `context_compacted`. The full history stays.
        """
        return requests.compact(caller_of(request).user_id, session_id)


class GroupMetaView(Endpoint):
    """Have a group of tool calls named."""

    @operation(body=requests.GroupMetaBody, answer=shapes.Session, status=202)
    def post(self, request: Request, session_id: UUID, body: requests.GroupMetaBody) -> Any:
        """Name and icon are made from the whole group; they come as `group_meta_updated`."""
        return requests.group_meta(caller_of(request).user_id, session_id, body)
