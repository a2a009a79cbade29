"""The admin: every table to read, the right ones to edit, actions that call the commands."""

from agency.admin import (
    accounting,
    catalogue,
    events,
    files,
    identity,
    rooms,
    runs,
    search,
    sessions,
    small,
    tools,
)

__all__ = [
    "accounting",
    "catalogue",
    "events",
    "files",
    "identity",
    "rooms",
    "runs",
    "search",
    "sessions",
    "small",
    "tools",
]
