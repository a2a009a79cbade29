"""A session's model and mode, always of its own workspace."""

from typing import TypeVar
from uuid import UUID

from django.db import models

from agency.access import catalogue_for
from agency.channel.protocol import Monitor
from agency.commands._rows import touch_session
from agency.commands.session._body import MessageBody
from agency.models import Mode, Model, Session
from framework.core.errors import NotFound

Row = TypeVar("Row", bound=models.Model)


def of_workspace(model: type[Row], user_id: int, row_id: UUID, workspace_id: UUID) -> Row:
    """A row of the catalogue of exactly that workspace; raises NotFound for any other."""
    row = catalogue_for(model, user_id, row_id)
    if getattr(row, "workspace_id") != workspace_id:  # noqa: B009 (only catalogue rows have it)
        raise NotFound
    return row


def switch(user_id: int, session: Session, body: MessageBody) -> None:
    """Model and mode may change with a message."""
    if body.model is None and body.mode is None:
        return
    overrides, mode = dict(session.overrides), session.mode
    workspace_id = session.workspace_id
    if body.model is not None:
        overrides["model"] = str(of_workspace(Model, user_id, body.model, workspace_id).id)
    if body.mode is not None:
        mode = of_workspace(Mode, user_id, body.mode, workspace_id)
    if overrides != session.overrides or mode != session.mode:
        session.overrides, session.mode = overrides, mode
        touch_session(session, "overrides", "mode")
        Monitor.session_updated(session)
