"""Tools that exist, and the rules for using them."""

from typing import Any
from uuid import UUID

from django.db.models import Q
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from agency.access import (
    agent_for,
    catalogue_for,
    my_workspaces,
    session_for,
    visible_sessions,
    workspace_for,
)
from agency.api.endpoint import Endpoint, caller_of, operation
from agency.api.filters import UUID_SCHEMA, WORKSPACE, by_workspace, query_id, query_word
from agency.api.paging import PARAMETERS, page_of
from agency.api.shapes import catalogue as shapes
from agency.commands.requests import catalogue as requests
from agency.models import Policy
from agency.policy import Rule
from agency.queries.catalogue import policy_card
from agency.queries.default_workspace import first_workspace
from agency.queries.tools import rules_of, tool_record, visible_tools
from framework.core.errors import NotFound

SUBJECT = [
    OpenApiParameter("session", UUID_SCHEMA, description="Policy as it is in this session."),
    OpenApiParameter("agent", UUID_SCHEMA, description="Policy as it is for this agent."),
    WORKSPACE,
]


def asked_rules(request: Request) -> list[Rule]:
    """The rules of the session, agent or workspace that the request names."""
    user_id = caller_of(request).user_id
    session_id, agent_id = query_id(request, "session"), query_id(request, "agent")
    session = None if session_id is None else session_for(user_id, session_id)
    agent = None if agent_id is None else agent_for(user_id, agent_id)
    workspace_id = query_id(request, "workspace") or first_workspace(user_id)
    if workspace_id is not None:
        workspace_for(user_id, workspace_id)
    return rules_of(session=session, agent=agent, workspace_id=workspace_id)


class ToolListView(Endpoint):
    """Tools with the policy in force."""

    @operation(answer=shapes.ToolPage, parameters=[*PARAMETERS, *SUBJECT])
    def get(self, request: Request) -> Any:
        """By name; `effective` says what would happen and why."""
        rules = asked_rules(request)
        rows = visible_tools(caller_of(request).user_id)
        return page_of(request, rows, ("name", "id"), lambda row: tool_record(row, rules))


class ToolView(Endpoint):
    """One tool."""

    @operation(answer=shapes.Tool, parameters=SUBJECT)
    def get(self, request: Request, tool_id: UUID) -> Any:
        """Description, schema, and the policy in force."""
        row = visible_tools(caller_of(request).user_id).filter(id=tool_id).first()
        if row is None:
            raise NotFound
        return tool_record(row, asked_rules(request))


def visible_policies(user_id: int) -> Any:
    """Rules of my workspaces and agents, and of sessions that I may see."""
    wide = Q(scope__in=("workspace", "agent"))
    mine = Q(session_id__in=visible_sessions(user_id).values("id"))
    return Policy.objects.filter(wide | mine, workspace_id__in=my_workspaces(user_id))


class PolicyListView(Endpoint):
    """Rules about tools."""

    @operation(
        answer=shapes.PolicyPage,
        parameters=[*PARAMETERS, *SUBJECT, OpenApiParameter("scope", str)],
    )
    def get(self, request: Request) -> Any:
        """Newest first."""
        rows = by_workspace(request, visible_policies(caller_of(request).user_id))
        if scopes := query_word(request, "scope", ("workspace", "agent", "session")):
            rows = rows.filter(scope__in=scopes)
        for name in ("session", "agent"):
            if (found := query_id(request, name)) is not None:
                rows = rows.filter(**{f"{name}_id": found})
        return page_of(request, rows, ("-created_at", "-id"), policy_card)

    @operation(body=requests.PolicyBody, answer=shapes.Policy, status=201, scope="answer")
    def post(self, request: Request, body: requests.PolicyBody) -> Any:
        """Write a rule; it decides later calls, so it needs what an answer needs."""
        caller = caller_of(request)
        caller.require("write")
        return requests.add_policy(caller.user_id, body)


class PolicyView(Endpoint):
    """One rule."""

    @operation(answer=shapes.Policy)
    def get(self, request: Request, policy_id: UUID) -> Any:
        """Scope, pattern, outcome, who made it."""
        user_id = caller_of(request).user_id
        row = visible_policies(user_id).filter(id=policy_id).first()
        if row is None:
            raise NotFound
        return policy_card(catalogue_for(Policy, user_id, policy_id))

    @operation(status=204, scope="answer")
    def delete(self, request: Request, policy_id: UUID) -> Any:
        """Revoke it."""
        caller = caller_of(request)
        caller.require("write")
        if not visible_policies(caller.user_id).filter(id=policy_id).exists():
            raise NotFound
        return requests.drop_policy(caller.user_id, policy_id)
