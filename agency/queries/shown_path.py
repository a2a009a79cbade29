"""What a client shows of a session's path once another one is active."""

from agency.models import Session
from agency.queries.context import context_record
from agency.queries.path_page import path_page
from agency.queries.records import Record, text_id


def shown_path(session: Session) -> Record:
    """The newest page of the active path, and how full a model's window is with it."""
    page = path_page(session.active_branch_id)
    return {
        "active_branch_id": text_id(session.active_branch_id),
        "messages": page.messages,
        "has_older": page.has_older,
        "tool_calls": page.tool_calls,
        "tool_groups": page.tool_groups,
        "context": context_record(session),
    }
