"""Rows that show something of a catalogue row, and what becomes of them when it goes."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from agency.channel.protocol import Catalog, Monitor
from agency.models import Agent, Mode, Model, Profile, Provider, Session, Workspace

MOST_SESSIONS = 500
"""The newest ones, which somebody may be looking at; the others are read afresh when opened."""


@dataclass(frozen=True)
class Dependents:
    """The ids of what points at a row, taken before it is deleted."""

    agents: list[UUID]
    workspaces: list[UUID]
    sessions: list[UUID]

    def tell(self) -> None:
        """Tell of them as they are now."""
        for agent in Agent.objects.filter(id__in=self.agents).order_by("id"):
            Catalog.changed(agent, "updated")
        for workspace in Workspace.objects.filter(id__in=self.workspaces).order_by("id"):
            Catalog.changed(workspace, "updated")
        rows = Session.objects.filter(id__in=self.sessions).select_related("agent")
        for session in rows.order_by("id"):
            Monitor.session_updated(session)


def dependents_of(row: Any) -> Dependents:
    """What shows a field of this row, or a link to it."""
    return Dependents(
        agents=_ids(Agent, _AGENTS, row),
        workspaces=_ids(Workspace, _WORKSPACES, row),
        sessions=_ids(Session, _SESSIONS, row, newest=True),
    )


_AGENTS = {Model: "model", Mode: "mode", Profile: "profile", Provider: "model__provider"}
_WORKSPACES = {Model: "default_model", Provider: "default_model__provider"}
_SESSIONS = {Agent: "agent", Mode: "mode"}


def _ids(model: Any, links: dict[Any, str], row: Any, *, newest: bool = False) -> list[UUID]:
    link = links.get(type(row))
    if link is None:
        return []
    rows = model.objects.filter(**{link: row})
    if newest:
        rows = rows.order_by("-updated_at")[:MOST_SESSIONS]
    return list(rows.values_list("id", flat=True))
