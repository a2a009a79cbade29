"""Tools with the policy in force, for a session or for a whole workspace."""

from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from agency.access import my_workspaces
from agency.models import Agent, Policy, Session, Tool
from agency.policy import Rule, ToolFacts, decide
from agency.queries.catalogue import tool_card
from agency.queries.policy_rules import policy_rules
from agency.queries.records import Record
from agency.tool.registry import get_spec
from framework.db.clock import ClockNow


def visible_tools(user_id: int) -> QuerySet[Tool, Tool]:
    """The registry's tools and those of one's workspaces."""
    return Tool.objects.filter(
        Q(workspace=None) | Q(workspace_id__in=my_workspaces(user_id)), available=True
    )


def rules_of(
    *, session: Session | None, agent: Agent | None, workspace_id: UUID | None
) -> list[Rule]:
    """The rules in force for the session, else the agent, else the workspace."""
    if session is not None:
        return policy_rules(session)
    if agent is not None:
        workspace_id = agent.workspace_id
    if workspace_id is None:
        return []
    scope = Q(scope="workspace") | Q(scope="agent", agent=agent, agent__isnull=False)
    valid = Q(expires_at=None) | Q(expires_at__gt=ClockNow())
    rows: Any = Policy.objects.filter(scope, valid, workspace_id=workspace_id)
    return [
        Rule(row.scope, row.pattern, row.outcome, argument=row.argument, id=str(row.id))
        for row in rows
    ]


def tool_record(row: Tool, rules: list[Rule]) -> Record:
    """The tool, and what would happen if it were called without sensitive arguments."""
    decision = decide(rules, _facts(row), {})
    return tool_card(row) | {
        "effective": {
            "outcome": decision.outcome,
            "origin": decision.origin.scope,
            "reason": decision.reason,
        }
    }


def _facts(row: Tool) -> ToolFacts:
    spec = get_spec(row.name)
    if spec is not None:
        return spec.facts
    kind: Any = "question" if row.kind == "question" else "function"
    default: Any = row.default_policy
    return ToolFacts(name=row.name, default_policy=default, kind=kind)
