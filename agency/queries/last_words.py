"""What a session's agent said last."""

from typing import Any

from agency.models import Session
from agency.queries.path import path_window

LOOK_BACK = 20
NOTHING = "(The agent ended without a word.)"


def last_words(session: Session) -> str:
    """The text of the newest answer on the active path."""
    if session.active_branch_id is None:
        return NOTHING
    for message in reversed(path_window(session.active_branch_id, limit=LOOK_BACK)):
        if message.role == "ai" and (text := text_of(message.content.get("content"))):
            return text
    return NOTHING


def text_of(content: Any) -> str:
    """The plain text of a message's content, without pictures and thoughts."""
    if isinstance(content, str):
        return content.strip()
    blocks = content if isinstance(content, list) else []
    texts = (block.get("text", "") for block in blocks if block.get("type") == "text")
    return "".join(texts).strip()
