"""What the ledger says was spent, in the units of budgets."""

from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.db.models import DurationField, ExpressionWrapper, F, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from agency.models import ModelCall, Run, Session
from agency.queries.ancestry import tree, trees

_COLUMN = {"agent": "agent_id", "user": "user_id", "workspace": "workspace_id"}


def spent_since(
    scope: str, subject: str, workspace_id: UUID, since: datetime | None
) -> dict[str, Decimal]:
    """Calls that have ended, tokens, known cost and time of what a budget is about."""
    rows = ModelCall.objects.filter(
        _of(scope, subject), workspace_id=workspace_id, ended_at__isnull=False
    )
    if since is not None:
        rows = rows.filter(created_at__gte=since)
    return _summed(rows)


def _of(scope: str, subject: str) -> Q:
    if scope == "run":
        return Q(run_id__in=[subject, *_runs_below(subject)])
    if scope == "session":
        return Q(session_id__in=tree(UUID(subject)))
    return Q(**{_COLUMN[scope]: subject})


def _runs_below(run_id: str) -> list[UUID]:
    began = Session.objects.filter(parent_call__run_id=run_id).values_list("id", flat=True)
    sessions = [found for _, found in trees(list(began))]
    return list(Run.objects.filter(session_id__in=sessions).values_list("id", flat=True))


def _summed(rows: QuerySet[ModelCall, ModelCall]) -> dict[str, Decimal]:
    parts = (
        "input_tokens",
        "output_tokens",
        "cache_read_tokens",
        "cache_write_tokens",
    )
    tokens = sum((Coalesce(F(part), 0) for part in parts[1:]), Coalesce(F(parts[0]), 0))
    took = ExpressionWrapper(F("ended_at") - F("created_at"), output_field=DurationField())
    found = rows.aggregate(tokens=Sum(tokens), usd=Sum("cost"), took=Sum(took))
    return {
        "calls": Decimal(rows.count()),
        "tokens": Decimal(found["tokens"] or 0),
        "usd": Decimal(found["usd"] or 0).quantize(Decimal("0.000001")),
        "seconds": Decimal(str(found["took"].total_seconds() if found["took"] else 0)),
    }
