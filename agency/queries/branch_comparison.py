"""Two branches side by side from where they part."""

from uuid import UUID

from agency.models import Branch
from agency.queries.path import path_window
from agency.queries.records import Record, branch_record, message_records

MOST = 200


def branch_comparison(left: Branch, right: Branch) -> Record:
    """The depth to which both paths are the same, and what each says next: at most 200 messages.

    Three queries, however long the branches are and however often they forked.
    """
    branches = {row.id: row for row in Branch.objects.filter(session_id=left.session_id)}
    common = common_depth(branches, left.id, right.id)
    return {
        "common_depth": common,
        "left": _tail(left, common),
        "right": _tail(right, common),
    }


def common_depth(branches: dict[UUID, Branch], left: UUID, right: UUID) -> int:
    """How far both show the same messages: the same branch, as long as both are on it."""
    common = 0
    for one, other in zip(lineage(branches, left), lineage(branches, right), strict=False):
        if one[0] != other[0]:
            break
        common = min(one[1], other[1])
        if one[1] != other[1]:
            break
    return common


def lineage(branches: dict[UUID, Branch], branch_id: UUID) -> list[tuple[UUID, int]]:
    """The branches that a path runs through, the oldest first, each with its last depth."""
    branch = branches[branch_id]
    upto = branch.head_depth
    parts = [(branch.id, upto)]
    while branch.base_branch_id is not None and branch.fork_depth is not None:
        upto = min(upto, branch.fork_depth)
        branch = branches[branch.base_branch_id]
        parts.append((branch.id, upto))
    return parts[::-1]


def _tail(branch: Branch, common: int) -> Record:
    # Depths have no holes, so this window is what follows the common part.
    rows = path_window(branch.id, before=common + MOST + 1, limit=MOST)
    return {
        "branch": branch_record(branch),
        "messages": message_records(row for row in rows if row.depth > common),
        "has_more": branch.head_depth > common + MOST,
    }
