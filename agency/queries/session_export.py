"""Write sessions out as JSON that can be imported, row by row, in one moment of the database."""

import base64
import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from decimal import Decimal
from typing import Any, TextIO
from uuid import UUID

from django.conf import settings

from agency.access import session_for
from agency.models import (
    Attachment,
    Branch,
    Compaction,
    Interruption,
    Message,
    Model,
    ModelCall,
    PastCall,
    Run,
    Session,
    ToolCall,
    ToolGroup,
)
from agency.portable import rows as portable
from agency.portable.rows import FORMAT, VERSION
from agency.queries.ancestry import tree
from agency.queries.records import Record, money, stamp
from framework.core.ids import parse_uuid
from framework.db.clock import db_now
from framework.db.snapshot import read_snapshot

CHUNK = 500


def export_json(out: TextIO, user_id: int, session_id: UUID | None = None) -> None:
    """The session with everything below it, else all sessions of the person.

    Memory does not grow with what is written. No keys, no events, nothing of the catalogue but
    names: an export may be given away.
    """
    with read_snapshot():
        head = {"format": FORMAT, "version": VERSION, "exported_at": stamp(db_now())}
        out.write(json.dumps(head)[:-1] + ', "sessions": [')
        separator = "\n"
        for row, root in exported(user_id, session_id):
            out.write(separator)
            _write(out, row, root, user_id)
            separator = ",\n"
        out.write("\n]}\n")


def exported(user_id: int, session_id: UUID | None) -> Iterator[tuple[Session, UUID]]:
    """Each session after the one that began it, with the session at the top of the export."""
    if session_id is not None:
        roots = [session_for(user_id, session_id).id]
    else:
        mine = Session.objects.filter(owner_id=user_id, parent=None).order_by("created_at", "id")
        roots = list(mine.values_list("id", flat=True))
    for root in roots:
        for identity in tree(root):
            rows = Session.objects.select_related("agent", "mode")
            if (row := rows.filter(id=identity).first()) is not None:
                yield row, root


def _write(out: TextIO, session: Session, root: UUID, user_id: int) -> None:
    out.write(f'{{"session": {_text(_session(session, root))}')
    below = set(tree(session.id))
    parts: dict[str, Iterable[Record]] = {
        "attachments": (_attachment(row) for row in _each(Attachment, session)),
        "branches": (_row(portable.PortableBranch, row) for row in _each(Branch, session)),
        "runs": (_row(portable.PortableRun, row) for row in _each(Run, session)),
        "messages": (_message(row, user_id) for row in _each(Message, session)),
        "tool_calls": (_call(row, below) for row in _each(ToolCall, session)),
        "tool_groups": (_row(portable.PortableGroup, row) for row in _each(ToolGroup, session)),
        "compactions": (_row(portable.PortableSummary, row) for row in _each(Compaction, session)),
        "interruptions": (
            _row(portable.PortableQuestion, row) for row in _each(Interruption, session)
        ),
        "usage": _usage(session),
    }
    for name, records in parts.items():
        out.write(f',\n "{name}": [')
        separator = "\n  "
        for record in records:
            out.write(separator + _text(record))
            separator = ",\n  "
        out.write("]")
    out.write("}")


def _each(model: Any, session: Session) -> Iterator[Any]:
    rows = model.objects.filter(session_id=session.id).order_by("created_at", "id")
    found: Iterator[Any] = rows.iterator(chunk_size=CHUNK)
    return found


def _row(shape: Any, row: Any) -> Record:
    return {name: getattr(row, name) for name in shape.model_fields}


def _session(session: Session, root: UUID) -> Record:
    is_top = session.id == root
    overrides = session.overrides
    named = {
        "parent_id": None if is_top else session.parent_id,
        "parent_call_id": None if is_top else session.parent_call_id,
        "agent": session.agent.name if session.agent else None,
        "mode": session.mode.name if session.mode else None,
        "model": _model_name(session),
        "thinking": overrides.get("thinking"),
        "system_prompt": overrides.get("system_prompt"),
    }
    rest = portable.PortableSession.model_fields.keys() - named.keys()
    return {name: getattr(session, name) for name in rest} | named


def _model_name(session: Session) -> str | None:
    if (identity := parse_uuid(session.overrides.get("model"))) is None:
        return None
    rows = Model.objects.filter(id=identity, workspace_id=session.workspace_id)
    return rows.values_list("name", flat=True).first()


def _attachment(row: Attachment) -> Record:
    # Here and not through the room of files, which stands above: the path is the row's own.
    path = settings.AGENCY_STATE / "files" / row.path
    data = base64.b64encode(path.read_bytes()).decode() if path.is_file() else None
    names = ("id", "created_at", "name", "media_type", "size", "sha256")
    return {name: getattr(row, name) for name in names} | {"data": data}


def _message(row: Message, user_id: int) -> Record:
    names = portable.PortableMessage.model_fields.keys() - {"by_me"}
    return {name: getattr(row, name) for name in names} | {"by_me": row.author_id == user_id}


def _call(row: ToolCall, below: set[UUID]) -> Record:
    names = portable.PortableCall.model_fields.keys() - {"output", "output_name"}
    path = settings.AGENCY_STATE / row.output_path if row.output_path else None
    whole = path is not None and path.is_file()
    more = {
        "output": path.read_text("utf-8", "replace") if path is not None and whole else None,
        "output_name": parse_uuid(path.stem) if path is not None and whole else None,
        "child_session_id": row.child_session_id if row.child_session_id in below else None,
    }
    return {name: getattr(row, name) for name in names} | more


def _usage(session: Session) -> Iterator[Record]:
    """What it cost here, after what it had cost elsewhere."""
    for past in _each(PastCall, session):
        rest = {"id": past.id, "created_at": past.created_at, "run_id": past.run_id}
        yield past.record | rest
    calls = ModelCall.objects.filter(session_id=session.id).order_by("created_at", "id")
    runs = set(Run.objects.filter(session=session).values_list("id", flat=True))
    for row in calls.iterator(chunk_size=CHUNK):
        record = dict(_row(portable.PortableUsage, row))
        yield record | {"run_id": row.run_id if row.run_id in runs else None}


def _text(record: Record) -> str:
    return json.dumps(record, ensure_ascii=False, default=_plain, allow_nan=False)


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return stamp(value)
    return money(value) if isinstance(value, Decimal) else str(value)
