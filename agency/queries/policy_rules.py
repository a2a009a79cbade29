"""The rules in force for a session's tool calls."""

from django.db.models import Q

from agency.models import Policy, Session
from agency.policy import Rule
from agency.queries.ancestry import ancestry
from framework.db.clock import ClockNow


def policy_rules(session: Session) -> list[Rule]:
    """Those of the workspace, the agent and the session that have not expired; one query.

    A session that another one began also keeps to what was decided for those above it.
    """
    own = (session.id, *ancestry(session).sessions)
    scope = Q(scope="workspace") | Q(scope="session", session__in=own)
    if session.agent_id is not None:
        scope |= Q(scope="agent", agent_id=session.agent_id)
    valid = Q(expires_at=None) | Q(expires_at__gt=ClockNow())
    rows = Policy.objects.filter(scope, valid, workspace_id=session.workspace_id)
    return [
        Rule(
            scope=row.scope,  # type: ignore[arg-type]  # the column's vocabulary is the type's
            pattern=row.pattern,
            outcome=row.outcome,  # type: ignore[arg-type]  # likewise
            argument=row.argument,
            id=str(row.id),
        )
        for row in rows
    ]
