"""A session in figures, as it is closed."""

from typing import Any

from django.db.models import Count, DurationField, ExpressionWrapper, F, Sum

from agency.models import Branch, Message, Run, Session, ToolCall
from agency.queries.records import Record
from agency.queries.session_usage import session_usage
from framework.db.clock import db_now

TOKENS = ("input", "output", "cache_read", "cache_write")
MOST_TOOLS = 50


def session_summary(session: Session) -> Record:
    """Cost, tokens, messages, time, tools, children and branches; seven queries."""
    usage = session_usage(session.id)
    took = ExpressionWrapper(F("ended_at") - F("created_at"), output_field=DurationField())
    work: Any = Run.objects.filter(session=session).aggregate(took=Sum(took))["took"]
    tools = (
        ToolCall.objects.filter(session=session, started_at__isnull=False)
        .order_by()
        .values_list("name")
        .annotate(count=Count("id"))
        .order_by("-count", "name")
    )
    return {
        "status": session.status,
        "cost_usd": usage["cost_usd"],
        "cost_is_partial": usage["cost_is_partial"],
        "tokens": sum(usage[part] for part in TOKENS),
        "messages": Message.objects.filter(session=session).count(),
        "seconds": round((db_now() - session.created_at).total_seconds(), 3),
        "seconds_at_work": round(work.total_seconds(), 3) if work else 0,
        "tools": dict(tools[:MOST_TOOLS]),
        "children": Session.objects.filter(parent=session).count(),
        "branches": Branch.objects.filter(session=session).count(),
    }
