"""A session's model and mode, always of its own workspace."""

from typing import TypeVar
from uuid import UUID

from django.db import models

from agency.access import catalogue_for
from agency.commands._rows import Switch
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


def checked_switch(user_id: int, session: Session, body: MessageBody) -> Switch:
    """The model and mode that a message asks for; raises NotFound unless they may be used."""
    asked: Switch = {}
    if body.model is not None:
        asked["model"] = str(of_workspace(Model, user_id, body.model, session.workspace_id).id)
    if body.mode is not None:
        asked["mode"] = str(of_workspace(Mode, user_id, body.mode, session.workspace_id).id)
    return asked
