"""The visible path of a branch, read by lineage: any window of it is one statement."""

from typing import Any
from uuid import UUID

from agency.models import Message

PAGE = 50

# A branch shows its own messages, and its base's up to the fork, and so on: each ancestor is
# cut at the smallest fork depth met on the way. The recursion walks branches, not messages.
LINEAGE = """
WITH RECURSIVE lineage (id, base_branch_id, fork_depth, upto) AS (
    SELECT id, base_branch_id, fork_depth, 2147483647 FROM agency_branch WHERE id = %s
  UNION ALL
    SELECT b.id, b.base_branch_id, b.fork_depth, LEAST(l.upto, l.fork_depth)
    FROM agency_branch b JOIN lineage l ON b.id = l.base_branch_id
)
"""
_WINDOW = (
    LINEAGE
    + """
SELECT m.* FROM lineage l JOIN agency_message m
  ON m.branch_id = l.id AND m.depth <= LEAST(l.upto, %s) AND m.depth > COALESCE(l.fork_depth, 0)
ORDER BY m.depth DESC LIMIT %s
"""
)
_OWNER = (
    LINEAGE
    + """
SELECT m.* FROM lineage l JOIN agency_message m
  ON m.branch_id = l.id AND m.depth = %s AND m.depth <= l.upto LIMIT 1
"""
)
_MAX_DEPTH = 2_147_483_647


def path_window(branch_id: UUID, *, before: int | None = None, limit: int = PAGE) -> list[Message]:
    """The newest `limit` messages of the path with depth < `before`, oldest first."""
    upto = _MAX_DEPTH if before is None else before - 1
    rows = list(Message.objects.raw(_WINDOW, [branch_id, upto, limit]))
    rows.reverse()
    return rows


def full_path(branch_id: UUID, *, upto: int | None = None) -> list[Message]:
    """The whole path to depth `upto`, oldest first: what a model is sent."""
    bound = _MAX_DEPTH if upto is None else upto
    rows = list(Message.objects.raw(_WINDOW, [branch_id, bound, _MAX_DEPTH]))
    rows.reverse()
    return rows


def message_at(branch_id: UUID, depth: int) -> Message | None:
    """The message that the branch shows at a depth."""
    rows: list[Any] = list(Message.objects.raw(_OWNER, [branch_id, depth]))
    return rows[0] if rows else None


def path_head(branch_id: UUID) -> Message | None:
    """The newest message that the branch shows."""
    rows = path_window(branch_id, limit=1)
    return rows[0] if rows else None
