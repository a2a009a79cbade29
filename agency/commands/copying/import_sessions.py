"""Take over sessions that were exported, here or elsewhere."""

import secrets
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import DataError, IntegrityError

from agency.access import workspace_for
from agency.channel.protocol import Monitor
from agency.commands._analytics import count_start
from agency.commands.copying._catalogue import Catalogue
from agency.commands.copying._close import close_open_turns
from agency.commands.copying._imported_files import check_pictures, drop_files, keep_files
from agency.commands.copying._imported_rows import insert_rows
from agency.commands.copying._statement import fresh_id
from agency.models import Session
from agency.portable.checking import Checker
from agency.portable.reading import NotAnExport, sessions_of
from agency.portable.rows import Portable
from agency.workfolder import make_folder
from framework.db.clock import db_now
from framework.db.transaction import unit_of_work

AT_REST = ("idle", "completed", "stopped", "failed")


@dataclass
class Imported:
    """The sessions at the top of the file, and what could not be kept as it was."""

    sessions: list[Session] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def import_sessions(
    *, user_id: int, workspace_id: UUID, raw: bytes, salt: str | None = None
) -> Imported:
    """Private sessions of this person with new ids; needs the role editor.

    Raises NotAnExport before anything is written when any part of the file is at fault. Each
    session is then written by a transaction of its own; with the same `salt` a repeat finds
    those that stand. What was under way comes stopped, what it cost is told and not counted.
    """
    workspace_for(user_id, workspace_id, role="editor")
    checker = Checker()
    for part in sessions_of(raw):
        checker.check(part)
        check_pictures(part, checker.number)
    names = Catalogue(user_id, workspace_id)
    made = Imported(notes=names.notes)
    writer = _Writer(user_id, salt or secrets.token_hex(16), names, frozenset(checker.sessions))
    for part in sessions_of(raw):
        session = writer.write(part)
        if session.parent_id is None:
            made.sessions.append(session)
    return made


@dataclass
class _Writer:
    user_id: int
    salt: str
    names: Catalogue
    known: frozenset[UUID]
    made: dict[UUID, Session] = field(default_factory=dict)

    def write(self, part: Portable) -> Session:
        """The session, made now or by an earlier try."""
        identity = fresh_id(self.salt, part.session.id)
        paths: list[str] = []
        try:
            with unit_of_work():
                found = Session.objects.select_related("agent").filter(id=identity).first()
                session = found or self._make(part, identity, paths)
        except (IntegrityError, DataError) as error:
            drop_files(identity, paths)
            raise NotAnExport("the file contradicts itself") from error
        except BaseException:
            drop_files(identity, paths)
            raise
        self.made[part.session.id] = session
        return session

    def _make(self, part: Portable, identity: UUID, paths: list[str]) -> Session:
        session = self._session(part, identity)
        session.save(force_insert=True)
        outputs = keep_files(part, session, self.salt, paths)
        insert_rows(part, session, self.salt, known=self.known, outputs=outputs)
        if part.session.active_branch_id is not None:
            session.active_branch_id = fresh_id(self.salt, part.session.active_branch_id)
            session.save(update_fields=["active_branch"])
        close_open_turns(session)
        session.refresh_from_db()
        Monitor.session_updated(session)
        count_start(session)
        return session

    def _session(self, part: Portable, identity: UUID) -> Session:
        told, now = part.session, db_now()
        parent = self.made[told.parent_id] if told.parent_id is not None else None
        agent = self.names.agent(told.agent)
        workspace_id = self.names.workspace_id
        place: dict[str, Any] = {"folder": make_folder(workspace_id, "", identity), "kind": "chat"}
        if parent is not None:
            place = {
                "folder": parent.folder,
                "kind": told.kind if told.kind in ("child", "invoked") else "invoked",
                "parent": parent,
                "parent_call_id": told.parent_call_id and fresh_id(self.salt, told.parent_call_id),
                "root_id": parent.root_id or parent.id,
                "depth": parent.depth + 1,
            }
        return Session(
            id=identity,
            workspace_id=workspace_id,
            owner_id=self.user_id,
            agent=agent,
            mode_id=self.names.mode(told.mode) if told.mode is not None else None,
            overrides=self.names.overrides(told),
            name=told.name,
            name_source=told.name_source,
            status=told.status if told.status in AT_REST else "stopped",
            closed_at=told.closed_at,
            created_at=min(told.created_at, now),
            **place,
        )
