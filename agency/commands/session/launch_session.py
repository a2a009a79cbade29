"""Begin a session with an agent."""

import hashlib
import json
from dataclasses import dataclass, fields
from pathlib import PurePosixPath
from uuid import UUID, uuid5

from django.db import IntegrityError

from agency.access import agent_for, workspace_for
from agency.channel.protocol import Monitor
from agency.commands._analytics import count_start
from agency.commands.session._body import MessageBody
from agency.commands.session._switch import of_workspace
from agency.commands.session.send_message import Sent, send_message
from agency.models import Branch, Mode, Model, Session
from agency.workfolder import OWN_FOLDER, make_folder
from framework.core.errors import IdempotencyMismatch, Invalid
from framework.core.ids import uuid7
from framework.core.text import strict_name, strict_text
from framework.db.transaction import unit_of_work

VISIBILITIES = ("private", "workspace")


@dataclass(frozen=True)
class Launch:
    """What a session begins with; unset things follow the agent and the workspace."""

    agent_id: UUID
    session_id: UUID | None = None
    name: str = ""
    mode_id: UUID | None = None
    model_id: UUID | None = None
    folder: str = ""
    visibility: str = "private"
    dashboard: UUID | None = None
    kind: str = "chat"

    def fingerprint(self) -> str:
        """The digest of all that was asked for under one id."""
        parts = [str(getattr(self, field.name)) for field in fields(self)]
        return hashlib.sha256(json.dumps(parts).encode("utf-8", "surrogatepass")).hexdigest()


def launch_session(
    *,
    user_id: int,
    launch: Launch,
    first: MessageBody | None = None,
    first_id: UUID | None = None,
) -> tuple[Session, Sent | None]:
    """Make the session, `idle`, with its folder; then send the first message, if there is one.

    The row stands before anything runs. A repeat with the same `session_id` returns the first
    one and says nothing twice; raises IdempotencyMismatch when it asks for anything else. Raises
    NotFound for an agent, mode or model that is not yours.
    """
    try:
        with unit_of_work():
            session = _session(user_id, launch)
    except IntegrityError:
        if launch.session_id is None:
            raise
        with unit_of_work():  # the same launch, twice at once: one stands now
            session = _session(user_id, launch)
    if first is None:
        return session, None
    if first_id is None and launch.session_id is not None:
        first_id = uuid5(session.id, "first message")
    sent = send_message(user_id=user_id, session_id=session.id, body=first, message_id=first_id)
    session.refresh_from_db()
    return session, sent


def _session(user_id: int, launch: Launch) -> Session:
    identity = launch.session_id or uuid7()
    known = Session.objects.filter(id=identity).first()
    if known is not None:
        if known.owner_id != user_id or known.fingerprint not in ("", launch.fingerprint()):
            raise IdempotencyMismatch  # one that knows nothing of its launch is older than that
        return known
    agent = agent_for(user_id, launch.agent_id)
    workspace_for(user_id, agent.workspace_id, role="editor")
    home = agent.workspace_id
    mode = of_workspace(Mode, user_id, launch.mode_id, home) if launch.mode_id else agent.mode
    if launch.visibility not in VISIBILITIES:
        raise Invalid.field("visibility", f"must be one of {', '.join(VISIBILITIES)}")
    overrides = {}
    if launch.model_id:
        overrides["model"] = str(of_workspace(Model, user_id, launch.model_id, home).id)
    session = Session.objects.create(
        id=identity,
        workspace_id=agent.workspace_id,
        owner_id=user_id,
        visibility=launch.visibility,
        kind=launch.kind,
        agent=agent,
        mode=mode,
        folder=make_folder(agent.workspace_id, clean_folder(launch.folder), identity),
        overrides=overrides,
        dashboard=launch.dashboard,
        name=strict_name(launch.name) if launch.name else "",
        name_source="person" if launch.name else "auto",
        fingerprint=launch.fingerprint(),
    )
    session.active_branch = Branch.objects.create(session=session, created_by_id=user_id)
    session.save(update_fields=["active_branch"])
    Monitor.session_updated(session)
    count_start(session)
    return session


def clean_folder(folder: str) -> str:
    """A relative folder without tricks, or empty for one of the session's own."""
    if not folder:
        return ""
    strict_text(folder, field="folder", max_len=400)
    parts = PurePosixPath(folder).parts
    if PurePosixPath(folder).is_absolute() or ".." in parts or "\\" in folder:
        raise Invalid.field("folder", "must be a path inside the workspace's folder")
    if any(part.startswith(".") for part in parts):
        raise Invalid.field("folder", "must not name hidden folders")
    if not parts or parts[0].startswith(OWN_FOLDER):
        # Others' private work lies there: in the root, and in each session's own folder.
        raise Invalid.field("folder", f"must name a folder, and not begin with {OWN_FOLDER}")
    return PurePosixPath(*parts).as_posix()
