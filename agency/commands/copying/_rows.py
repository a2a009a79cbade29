"""Copy the rows of a session into another one, whole or one path of it."""

import json
import secrets
from uuid import UUID

from django.conf import settings
from django.db import connection

from agency.commands.copying._close import close_open_turns
from agency.commands.copying._files import copy_outputs, copy_pictures
from agency.commands.copying._statement import PATH, UNFINISHED, WHOLE, fresh_id
from agency.errors import NotSettled
from agency.files import outputs_folder
from agency.models import Branch, Message, Session
from agency.queries.path import LINEAGE
from framework.db.transaction import require_transaction

_ENDS = (
    LINEAGE
    + """
SELECT MIN(m.depth) FILTER (WHERE m.settled AND m.depth >= %s),
       MAX(m.depth) FILTER (WHERE m.settled)
FROM lineage l JOIN agency_message m
  ON m.branch_id = l.id AND m.depth <= l.upto AND m.depth > COALESCE(l.fork_depth, 0)
"""
)


def copy_whole(source: Session, target: Session) -> None:
    """Fill the new session with every branch of the source and all that belongs to it.

    Runs come as history: one that is live comes stopped, its questions withdrawn, its open calls
    ended as not finished, so that every path is one that a model accepts.
    """
    salt = _copy(WHOLE, source, target)
    if source.active_branch_id is not None:
        target.active_branch_id = fresh_id(salt, source.active_branch_id)
        target.save(update_fields=["active_branch"])
    close_open_turns(target)
    _copy_files(source, target, salt)


def copy_path(source: Session, base: Branch, target: Branch, *, upto: int | None = None) -> None:
    """Fill the empty branch with what `base` shows, up to its last settled place.

    A copy that is to end at the depth `upto` takes the group of calls there whole. Nobody is
    told: the target's session is new, and whoever opens it reads a snapshot.
    """
    end = _end(base.id, upto)
    context = base.context if (base.context or {}).get("depth") == end else None
    salt = _copy(PATH, source, target.session, base=base.id, branch=target.id, upto=end)
    target.head_depth, target.context = end, context
    target.save(update_fields=["head_depth", "context"])
    _copy_files(source, target.session, salt)


def require_settled(message: Message) -> None:
    """Raise NotSettled when the turn at the message has not ended."""
    own = Message.objects.filter(branch_id=message.branch_id, depth__gte=message.depth)
    if not own.filter(settled=True).exists():
        raise NotSettled


def _end(branch_id: UUID, upto: int | None) -> int:
    with connection.cursor() as cursor:
        cursor.execute(_ENDS, [branch_id, upto])
        row = cursor.fetchone()
    later, last = row or (None, None)
    return int(later or last or 0)


def _copy(statement: str, source: Session, target: Session, **more: UUID | int) -> str:
    """Run it; the secret from which the copy's ids were made."""
    require_transaction()
    salt = secrets.token_hex(16)
    outputs = outputs_folder(target.id).relative_to(settings.AGENCY_STATE)
    unfinished = json.dumps({"content": UNFINISHED, "is_error": True})
    values: dict[str, UUID | str | int] = {
        "salt": salt, "source": source.id, "target": target.id,
        "outputs": f"{outputs}/", "unfinished": unfinished,
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(statement, {**values, **more})
    return salt


def _copy_files(source: Session, target: Session, salt: str) -> None:
    copy_pictures(source.id, target, salt)
    copy_outputs(source.id, target.id)
