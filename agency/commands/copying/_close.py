"""Close what was under way when it was copied, so that every path ends where a turn may end."""

from django.db.models import F

from agency.commands._rows import tool_content
from agency.models import Branch, Message, Session, ToolCall
from framework.core.ids import uuid7
from framework.db.transaction import require_transaction


def close_open_turns(session: Session) -> None:
    """Give each turn at the head of a branch that lacks its results one message for each call.

    The calls have ended already. A session has at most one such turn for each branch.
    """
    require_transaction()
    turns = Message.objects.filter(
        session=session, role="ai", settled=False, depth=F("branch__head_depth")
    )
    for turn in turns.select_related("branch"):
        rows = _results(turn, list(turn.calls.order_by("idx")))
        Message.objects.bulk_create(rows)
        Branch.objects.filter(id=turn.branch_id).update(head_depth=F("head_depth") + len(rows))


def _results(turn: Message, calls: list[ToolCall]) -> list[Message]:
    rows: list[Message] = []
    for call in calls:
        identity = uuid7()
        rows.append(
            Message(
                id=identity,
                session_id=turn.session_id,
                branch_id=turn.branch_id,
                depth=turn.depth + len(rows) + 1,
                parent_id=rows[-1].id if rows else turn.id,
                role="tool",
                content=tool_content(call) | {"id": str(identity)},
                run_id=turn.run_id,
                step=turn.step,
                call=call,
                settled=call is calls[-1],
            )
        )
    return rows
