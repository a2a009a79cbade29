"""The names of the groups that sockets join."""

from uuid import UUID

USERS = "users"
TASKS = "tasks-all"


def user_group(user_id: int) -> str:
    """Every product socket of one person."""
    return f"user-{user_id}"


def session_group(session_id: UUID | str) -> str:
    """Sockets that watch one session."""
    return f"thread-{session_id}"


def stream_group(session_id: UUID | str) -> str:
    """Sockets that asked for the text of one session while it is written."""
    return f"stream-{session_id}"


def workspace_group(workspace_id: UUID | str) -> str:
    """Every product socket of a workspace's members."""
    return f"workspace-{workspace_id}"
