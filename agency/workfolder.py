"""The folder in which a session's tools work, always inside its workspace's folder."""

import errno
from pathlib import Path
from uuid import UUID

from django.conf import settings

from framework.core.errors import Invalid

OWN_FOLDER = "session-"


def workspace_root(workspace_id: UUID) -> Path:
    """The folder that holds every session folder of a workspace."""
    root: Path = settings.AGENCY_WORKSPACES / str(workspace_id)
    return root


def folder_path(workspace_id: UUID, folder: str) -> Path:
    """The resolved folder; raises Invalid when links lead out of the workspace's folder."""
    root = workspace_root(workspace_id).resolve()
    path = (root / folder).resolve()
    if path != root and root not in path.parents:
        raise Invalid.field("folder", "leads out of the workspace's folder")
    return path


def make_folder(workspace_id: UUID, folder: str, session_id: UUID) -> str:
    """Make the folder (`folder`, else one of the session's own) and return its relative name."""
    relative = folder or f"{OWN_FOLDER}{session_id}"
    path = folder_path(workspace_id, relative)
    try:
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
    except (FileExistsError, NotADirectoryError) as error:
        raise Invalid.field("folder", "is a file") from error
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        raise Invalid.field("folder", "has a name that is too long") from error
    return relative
