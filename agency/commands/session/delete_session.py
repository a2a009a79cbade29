"""Remove a session with everything of it."""

import shutil
from uuid import UUID

from agency.access import own_session_for
from agency.channel.protocol import Monitor
from agency.commands.session._rest import bring_to_rest
from agency.files import file_root, outputs_folder
from agency.models import Attachment, Session
from agency.workfolder import folder_path
from framework.db.transaction import after_commit, unit_of_work
from framework.events.models import Stream


def delete_session(*, user_id: int, session_id: UUID) -> None:
    """Stop the work, delete messages, branches, runs, questions, events and the own folder.

    Every reader's open clients are told. The usage ledger keeps its rows.
    """
    own_session_for(user_id, session_id, end=True)
    bring_to_rest(user_id=user_id, session_id=session_id)
    with unit_of_work():
        session = own_session_for(user_id, session_id, lock=True, end=True)
        Monitor.session_deleted(session)
        paths = list(Attachment.objects.filter(session=session).values_list("path", flat=True))
        workspace_id, folder = session.workspace_id, session.folder
        Stream.objects.filter(kind="session", subject=str(session.id)).delete()
        Session.objects.filter(id=session.id).update(active_branch=None)
        session.delete()
        after_commit(lambda: _remove_files(workspace_id, folder, session_id, paths))


def _remove_files(workspace_id: UUID, folder: str, session_id: UUID, paths: list[str]) -> None:
    shutil.rmtree(outputs_folder(session_id), ignore_errors=True)
    for path in paths:
        (file_root() / path).unlink(missing_ok=True)
    # A folder that the person named may hold other sessions' work; only the own one goes.
    if folder == f"session-{session_id}":
        shutil.rmtree(folder_path(workspace_id, folder), ignore_errors=True)
