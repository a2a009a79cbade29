"""Remove a session with everything of it."""

import shutil
from uuid import UUID

from agency.access import own_session_for
from agency.channel.protocol import Monitor
from agency.commands._analytics import count_event
from agency.commands.run.deliver_child import deliver_child
from agency.commands.session._rest import act_at_rest
from agency.errors import SessionBusy
from agency.files import file_root, outputs_folder
from agency.models import Attachment, Session
from agency.queries.ancestry import tree
from agency.queries.run_duties import live_runs_of
from agency.queries.session_summary import session_summary
from agency.workfolder import folder_path
from framework.db.transaction import after_commit, require_transaction, unit_of_work
from framework.events.models import Stream


def delete_session(*, user_id: int, session_id: UUID) -> None:
    """Stop the work, delete messages, branches, runs, questions, events and the own folder.

    What the session began goes with it. Every reader's open clients are told of each. The usage
    ledger keeps its rows.
    """
    own_session_for(user_id, session_id, end=True)

    def act() -> None:
        with unit_of_work():
            _delete(user_id, session_id)

    act_at_rest(act, user_id=user_id, session_id=session_id, below=True)


def _delete(user_id: int, session_id: UUID) -> None:
    require_transaction()
    session = own_session_for(user_id, session_id, lock=True, end=True)
    if live_runs_of(tree(session_id)):
        raise SessionBusy  # somebody spoke in between; and who writes for a run holds it
    if session.closed_at is None:
        summary = session_summary(session)
        count_event("session_completed", session, user_id=user_id, **summary)
    ids = [session.id, *_tell(session)]
    paths = list(Attachment.objects.filter(session__in=ids).values_list("path", flat=True))
    workspace_id, folder, call_id = session.workspace_id, session.folder, session.parent_call_id
    Stream.objects.filter(kind="session", subject__in=[str(one) for one in ids]).delete()
    Session.objects.filter(id__in=ids).update(active_branch=None)
    session.delete()
    after_commit(lambda: _remove_files(ids, paths))
    after_commit(lambda: _remove_folder(workspace_id, folder, session_id))
    if call_id is not None:
        after_commit(lambda: deliver_child(call_id=call_id))


def _tell(session: Session) -> list[UUID]:
    """Tell that the session and all below it go; the ids of those below, locked."""
    below = Session.objects.filter(id__in=tree(session.id)[1:]).select_related("agent")
    rows = list(below.select_for_update(no_key=True, of=("self",)).order_by("id"))
    for row in rows:
        Monitor.session_deleted(row, with_parent=True)
    Monitor.session_deleted(session)
    return [row.id for row in rows]


def _remove_files(session_ids: list[UUID], paths: list[str]) -> None:
    for session_id in session_ids:
        shutil.rmtree(outputs_folder(session_id), ignore_errors=True)
    for path in paths:
        (file_root() / path).unlink(missing_ok=True)


def _remove_folder(workspace_id: UUID, folder: str, session_id: UUID) -> None:
    # A folder that the person named may hold other sessions' work; only the own one goes.
    if folder == f"session-{session_id}":
        shutil.rmtree(folder_path(workspace_id, folder), ignore_errors=True)
