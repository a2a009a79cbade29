"""The rules in force for a session's tool calls."""

from uuid import UUID

from django.db.models import Q, QuerySet

from agency.models import Policy, Session
from agency.policy import Rule
from agency.queries.ancestry import ancestry
from framework.db.clock import ClockNow
from framework.db.compiled import Compiled, Given


def _in_force(
    own: Q, agent_id: UUID | Given | None, workspace_id: UUID | Given
) -> QuerySet[Policy, Policy]:
    scope = Q(scope="workspace") | (Q(scope="session") & own)
    if agent_id is not None:
        scope |= Q(scope="agent", agent_id=agent_id)
    valid = Q(expires_at=None) | Q(expires_at__gt=ClockNow())
    return Policy.objects.filter(scope, valid, workspace_id=workspace_id)


_RULES = Compiled(
    lambda: _in_force(Q(session_id=Given("session")), Given("agent"), Given("workspace"))
)


def policy_rules(session: Session) -> list[Rule]:
    """Those of the workspace, the agent and the session that have not expired; one query.

    A session that another one began also keeps to what was decided for those above it.
    """
    above = ancestry(session).sessions
    if above:
        own = Q(session__in=(session.id, *above))
        rows = list(_in_force(own, session.agent_id, session.workspace_id))
    else:
        rows = _RULES.all(
            session=session.id, agent=session.agent_id, workspace=session.workspace_id
        )
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
