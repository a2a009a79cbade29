"""What a call is told about the child that did its work."""

from django.db.models import Count, Q, Sum

from agency.models import ModelCall, Run, Session, ToolCall
from agency.queries.ancestry import tree
from agency.queries.last_words import last_words
from agency.queries.records import money


def child_result(call: ToolCall, child: Session) -> str:
    """The child's last words; who sent a message also reads where to go on, and at which cost."""
    words = last_words(child)
    if call.name != "InvokeAgent":
        return words
    return f"{words}\n\n[session_id: {child.id}; cost: {_cost(call, child)}]"


def failure_of(child: Session | None) -> str:
    """Why there are no last words."""
    if child is None:
        return "It was deleted."
    if child.status != "failed":
        return f"It was {child.status}."
    run = Run.objects.filter(session=child).order_by("-created_at", "-id").first()
    title = (run.error or {}).get("title") if run is not None else None
    return f"It failed: {title}" if title else "It failed."


def _cost(call: ToolCall, child: Session) -> str:
    """What this message took, with everything that the child itself began for it."""
    rows = ModelCall.objects.filter(session_id__in=tree(child.id), created_at__gte=call.started_at)
    ended = Q(ended_at__isnull=False)
    sums = rows.aggregate(spent=Sum("cost"), unpriced=Count("id", filter=ended & Q(cost=None)))
    if sums["unpriced"] or sums["spent"] is None:
        return "unknown"
    return f"{money(sums['spent'])} USD"
