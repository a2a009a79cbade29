"""The caller, and the keys of the caller's programs."""

from typing import Any
from uuid import UUID

from rest_framework.request import Request

from agency.api.endpoint import Endpoint, caller_of, operation
from agency.api.event import PARAMETERS as EVENT_PARAMETERS
from agency.api.event import events_page
from agency.api.paging import PARAMETERS, page_of
from agency.api.shapes import workspace as shapes
from agency.api.shapes.session import EventList
from agency.commands.requests import identity
from agency.commands.requests.identity import MeBody, TokenBody
from agency.llm.demo.suggestions import MAIN_SUGGESTIONS
from agency.models import ApiToken, User
from agency.queries.catalogue import me_card, token_card
from agency.queries.me_snapshot import me_snapshot
from framework.core.errors import NotFound
from framework.events.keys import user_stream


def described(user: User) -> dict[str, Any]:
    """The person with what the empty composer suggests."""
    return me_card(user) | {"suggestions": suggestions()}


def suggestions() -> list[dict[str, str]]:
    """Prompts that work with every model, the demo one included."""
    return [{"title": one["title"], "text": one["prompt"]} for one in MAIN_SUGGESTIONS]


class MeView(Endpoint):
    """The signed-in person."""

    @operation(answer=shapes.Me)
    def get(self, request: Request) -> Any:
        """Who am I."""
        return described(User.objects.get(pk=caller_of(request).user_id))

    @operation(body=MeBody, answer=shapes.Me)
    def patch(self, request: Request, body: MeBody) -> Any:
        """Set my shown name or preferences."""
        return described(identity.change_me(caller_of(request).user_id, body))


class MeSnapshotView(Endpoint):
    """All that the interface needs to start."""

    @operation(answer=shapes.MeSnapshot)
    def get(self, request: Request) -> Any:
        """My workspaces, newest sessions, open questions, catalogue and cursors."""
        snapshot = me_snapshot(caller_of(request).user_id)
        snapshot["me"] |= {"suggestions": suggestions()}
        return snapshot


class TokenListView(Endpoint):
    """Keys of my programs."""

    @operation(answer=shapes.TokenPage, scope="admin", parameters=PARAMETERS)
    def get(self, request: Request) -> Any:
        """My keys, newest first; never the keys themselves."""
        rows = ApiToken.objects.filter(user_id=caller_of(request).user_id)
        return page_of(request, rows, ("-created_at", "-id"), token_card)

    @operation(body=TokenBody, answer=shapes.NewToken, status=201, scope="admin")
    def post(self, request: Request, body: TokenBody) -> Any:
        """Make a key; it is shown this once."""
        return identity.add_token(caller_of(request), body)


class TokenView(Endpoint):
    """One key."""

    @operation(answer=shapes.Token, scope="admin")
    def get(self, request: Request, token_id: UUID) -> Any:
        """What the key may do and when it was used."""
        rows = ApiToken.objects.filter(user_id=caller_of(request).user_id, id=token_id)
        row = rows.first()
        if row is None:
            raise NotFound
        return token_card(row)

    @operation(status=204, scope="admin")
    def delete(self, request: Request, token_id: UUID) -> Any:
        """Revoke the key; its sockets are closed."""
        return identity.drop_token(caller_of(request).user_id, token_id)


class MeEventView(Endpoint):
    """What concerned me."""

    @operation(answer=EventList, parameters=EVENT_PARAMETERS, errors=(410,))
    def get(self, request: Request) -> Any:
        """Frames after `since_id`, oldest first."""
        return events_page(request, user_stream(caller_of(request).user_id))
