"""A copy of a session that stands on its own."""

import hashlib
from uuid import UUID

from agency.access import message_for, require_writer, session_for
from agency.channel.protocol import Monitor
from agency.commands._analytics import count_start
from agency.commands.copying._rows import copy_path, copy_whole, require_settled
from agency.models import Branch, Message, Policy, Session
from agency.workfolder import OWN_FOLDER, make_folder
from framework.core.errors import IdempotencyMismatch
from framework.core.ids import uuid7
from framework.core.text import strict_name
from framework.db.transaction import unit_of_work

COPY = " (copy)"
MAX_NAME = 200
AT_REST = ("idle", "completed", "stopped", "failed")


def duplicate_session(
    *,
    user_id: int,
    session_id: UUID,
    up_to_message: UUID | None = None,
    name: str = "",
    copy_id: UUID | None = None,
) -> Session:
    """A private session of this person with all of the source's branches, or with one path.

    `up_to_message` ends the copy at a message, along its branch; a group of calls is taken whole.
    Whoever may read the source and send in its workspace may copy it. Nothing is run, queued or
    paid for; what is under way comes as far as it is settled. Permissions that were given to the
    source are not given to the copy, what it may not do the copy may not do either. `copy_id`
    makes a repeat safe; raises IdempotencyMismatch when it asks for anything else.
    """
    label = strict_name(name) if name else ""
    asked = hashlib.sha256(f"copy {session_id} {up_to_message} {label}".encode()).hexdigest()
    identity = copy_id or uuid7()
    with unit_of_work():
        source = session_for(user_id, session_id)
        require_writer(user_id, source)
        if (known := Session.objects.filter(id=identity).first()) is not None:
            if known.owner_id != user_id or known.fingerprint != asked:
                raise IdempotencyMismatch
            return known
        point = message_for(user_id, source.id, up_to_message) if up_to_message else None
        target = _target(user_id, source, identity, label)
        target.fingerprint = asked
        target.save(force_insert=True)
        _fill(user_id, source, target, point)
        _keep_refusals(source, target)
        Monitor.session_updated(target)
        count_start(target)
        return target


def _target(user_id: int, source: Session, identity: UUID, label: str) -> Session:
    mine = source.owner_id == user_id
    # Its own folder may hold what only its owner may read; the copy begins with an empty one.
    shared = "" if source.folder.startswith(OWN_FOLDER) else source.folder
    return Session(
        id=identity,
        workspace_id=source.workspace_id,
        owner_id=user_id,
        agent=source.agent,
        mode_id=source.mode_id,
        folder=make_folder(source.workspace_id, shared, identity),
        overrides=source.overrides,
        dashboard=source.dashboard if mine else None,
        name=label or f"{source.name[: MAX_NAME - len(COPY)]}{COPY}".strip(),
        name_source="person" if label else source.name_source,
    )


def _fill(user_id: int, source: Session, target: Session, point: Message | None) -> None:
    if point is None:
        target.status = source.status if source.status in AT_REST else "stopped"
        copy_whole(source, target)
        target.save(update_fields=["status"])
        return
    require_settled(point)
    branch = Branch.objects.create(session=target, created_by_id=user_id)
    copy_path(source, point.branch, branch, upto=point.depth)
    target.active_branch = branch
    target.save(update_fields=["active_branch"])


def _keep_refusals(source: Session, target: Session) -> None:
    rows = list(Policy.objects.filter(session=source).exclude(outcome="allow").order_by("id"))
    for row in rows:
        row.id, row.session = uuid7(), target
    Policy.objects.bulk_create(rows)
