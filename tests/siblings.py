"""The client's count of siblings (`static/agency/core/siblings.js`), to hold it to the rows.

The client knows branches only; the messages at a place are those with one parent.
"""

from typing import Any
from uuid import UUID

from agency.models import Branch, Message, Session
from agency.queries.path import full_path
from agency.queries.records import branch_records, message_record

Record = dict[str, Any]


def siblings_of(branches: list[Record], message: Record) -> list[str]:
    """The branches of the messages at the place of this one, in the order shown."""
    own = next(one for one in branches if one["id"] == message["branch_id"])
    depth = message["depth"]
    is_first = own["base_branch_id"] is not None and depth == own["fork_depth"] + 1
    base_id = own["base_branch_id"] if is_first else own["id"]

    def shown(branch: Record) -> bool:
        speaks = branch["head_depth"] >= depth > (branch["fork_depth"] or 0)
        return speaks and (not branch["hidden"] or branch["id"] == own["id"])

    base = [one for one in branches if one["id"] == base_id]
    forks = [
        one
        for one in branches
        if one["base_branch_id"] == base_id and one["fork_depth"] == depth - 1
    ]
    forks.sort(key=lambda one: (one["created_at"], one["id"]))
    return [one["id"] for one in (*base, *forks) if shown(one)]


def check_siblings(session: Session, *, shown_only: bool = False) -> None:
    """On the path of every branch, or of the one shown, the client counts what the tree holds."""
    branches = branch_records(session.id)
    rows = list(Message.objects.filter(session=session).select_related("branch"))
    ids = [session.active_branch_id] if shown_only else _visible(session)
    for branch_id in filter(None, ids):
        for message in full_path(branch_id):
            counted = siblings_of(branches, message_record(message))
            beside = [one for one in rows if one.parent_id == message.parent_id]
            there = {str(one.branch_id) for one in beside if not one.branch.hidden}
            assert set(counted) == there | {str(message.branch_id)}
            assert len(counted) == len(set(counted))


def _visible(session: Session) -> list[UUID | None]:
    return list(Branch.objects.filter(session=session, hidden=False).values_list("id", flat=True))
