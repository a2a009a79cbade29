"""Everything the interface needs to start: who am I, what is mine, what waits for me."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from agency.access import session_lanes
from agency.models import Agent, Membership, Mode, Model, Provider, Session, User
from agency.queries import catalogue
from agency.queries.inbox import inbox
from agency.queries.records import Record, session_record
from agency.queries.session_list import ORDER, Wanted, wanted_sessions
from framework.db.paging import first_of
from framework.db.snapshot import read_snapshot
from framework.events.keys import user_stream, workspace_stream
from framework.events.replay import cursors

NEWEST_SESSIONS = 50


def me_snapshot(user_id: int) -> Record:
    """One moment's view for one person; a fixed number of queries."""
    with read_snapshot():
        members = list(
            Membership.objects.filter(user_id=user_id)
            .select_related("workspace")
            .order_by("created_at", "id")
        )
        ids = [member.workspace_id for member in members]
        streams = [user_stream(user_id), *(workspace_stream(one) for one in ids)]
        return {
            "me": catalogue.me_card(User.objects.get(pk=user_id)),
            "workspaces": [
                catalogue.workspace_card(one.workspace) | {"my_role": one.role} for one in members
            ],
            "sessions": [session_record(row) for row in newest_sessions(user_id)],
            "interruptions": inbox(user_id),
            **catalogue_cards(ids),
            "cursor": cursors(streams),
        }


def newest_sessions(user_id: int) -> list[Session]:
    """The sessions that a person touched last, children left out."""
    rows = wanted_sessions(user_id, Wanted())
    return list(first_of(rows, ORDER, NEWEST_SESSIONS, session_lanes(user_id)))


def catalogue_cards(workspace_ids: list[UUID]) -> Record:
    """The agents, models, providers and modes of the workspaces; four queries."""
    return {
        "agents": _cards(Agent, workspace_ids, catalogue.agent_card),
        "models": _cards(Model, workspace_ids, catalogue.model_card),
        "providers": _cards(Provider, workspace_ids, catalogue.provider_card),
        "modes": _cards(Mode, workspace_ids, catalogue.mode_card),
    }


def _cards(model: Any, workspace_ids: list[UUID], card: Callable[[Any], Record]) -> list[Record]:
    rows = model.objects.filter(workspace_id__in=workspace_ids).order_by("name", "id")
    return [card(row) for row in rows]
