"""Change what a person may change of a session."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import F

from agency.access import own_session_for, readers
from agency.channel.protocol import Monitor
from agency.commands._analytics import choice_of, count_switch
from agency.commands._rows import touch_session
from agency.commands.identity.revoke_token import tell_sockets
from agency.commands.session._switch import of_workspace
from agency.commands.session.act_beside_run import Live, act_beside_run
from agency.models import Interruption, Mode, Model, Session
from agency.queries.ancestry import tree
from framework.core.errors import Invalid, Stale
from framework.core.ids import parse_uuid
from framework.core.text import strict_name, strict_text
from framework.db.clock import ClockNow
from framework.db.transaction import after_commit

THINKING = ("off", "low", "medium", "high")
FIELDS = ("name", "system_prompt", "thinking", "model", "mode", "visibility")


def update_session(
    *, user_id: int, session_id: UUID, changes: Mapping[str, Any], version: int | None = None
) -> Session:
    """Set the named fields; `model` null returns to the default, a name is kept for good.

    Raises Invalid for other fields, Stale when `version` is not the row's.
    """
    if unknown := sorted(set(changes) - set(FIELDS)):
        raise Invalid(
            f"These fields cannot be changed: {', '.join(unknown)}",
            errors={name: ["cannot be changed"] for name in unknown},
        )

    def act(session: Session, _live: Live | None) -> Session:
        if version is not None and version != session.version:
            raise Stale
        columns = _columns(user_id, session, changes)
        before, choice = readers(session), choice_of(session)
        Session.objects.filter(id=session.id).update(
            **columns, version=F("version") + 1, updated_at=ClockNow()
        )
        session.refresh_from_db()
        if "name" in columns:
            Monitor.name_updated(session)
        Monitor.session_updated(session)
        count_switch(session, choice, user_id=user_id)
        _tell_sharing(session, before)
        if "visibility" in columns:
            _share_children(session)
        return session

    # Beside the run, for what is told anew of its questions must be as they stand.
    return act_beside_run(act=act, user_id=user_id, session_id=session_id)


def _share_children(session: Session) -> None:
    """What the session began is seen by those who see the session."""
    rows = Session.objects.filter(id__in=tree(session.id)[1:]).select_related("agent")
    rows = rows.exclude(visibility=session.visibility).order_by("id")
    for child in rows.select_for_update(no_key=True, of=("self",)):
        before = readers(child)
        child.visibility = session.visibility
        touch_session(child, "visibility")
        Monitor.session_updated(child)
        _tell_sharing(child, before)


def _tell_sharing(session: Session, before: Sequence[int]) -> None:
    """The lists of those who lost or gained sight of the session follow, and their inboxes."""
    now = readers(session)
    if hidden := [one for one in before if one not in now]:
        Monitor.session_hidden(session, hidden)
        for one in hidden:
            after_commit(partial(tell_sockets, one))
    if set(now) - set(before):
        for row in Interruption.objects.filter(session=session, status="pending").order_by("id"):
            row.session = session
            Monitor.interruption_opened(row)


def _columns(user_id: int, session: Session, changes: Mapping[str, Any]) -> dict[str, Any]:
    columns: dict[str, Any] = {}
    overrides = dict(session.overrides)
    for field, value in changes.items():
        if field == "name":
            columns |= {"name": strict_name(value), "name_source": "person"}
        elif field == "mode":
            columns["mode"] = value and _row(Mode, user_id, session, field, value)
        elif field == "visibility":
            columns["visibility"] = _visibility(user_id, session, value)
        else:
            _override(user_id, session, overrides, field, value)
    return columns | {"overrides": overrides}


def _override(
    user_id: int, session: Session, overrides: dict[str, Any], field: str, value: Any
) -> None:
    if value is None or value == "":
        overrides.pop(field, None)
    elif field == "model":
        overrides["model"] = str(_row(Model, user_id, session, field, value).pk)
    elif field == "thinking":
        if value not in THINKING:
            raise Invalid.field("thinking", f"must be one of {', '.join(THINKING)}")
        overrides["thinking"] = value
    else:
        overrides["system_prompt"] = strict_text(value, field=field, max_len=100_000)


def _row(model: Any, user_id: int, session: Session, field: str, value: Any) -> Any:
    identity = parse_uuid(value)
    if identity is None:
        raise Invalid.field(field, "must be an id")
    return of_workspace(model, user_id, identity, session.workspace_id)


def _visibility(user_id: int, session: Session, value: Any) -> str:
    if value not in ("private", "workspace"):
        raise Invalid.field("visibility", "must be private or workspace")
    own_session_for(user_id, session.id)
    if session.parent_id is not None and value != session.visibility:
        raise Invalid.field("visibility", "is that of the session that began this one")
    return str(value)
