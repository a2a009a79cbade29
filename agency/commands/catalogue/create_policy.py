"""Write a rule about a tool."""

from datetime import datetime
from typing import Any
from uuid import UUID

from agency.access import agent_for, own_session_for, require_policy_scope, workspace_for
from agency.channel.protocol import Catalog
from agency.models import Policy
from framework.core.errors import Invalid
from framework.core.text import strict_json, strict_text
from framework.db.transaction import unit_of_work

OUTCOMES = ("allow", "ask", "deny")


def create_policy(
    *,
    user_id: int,
    scope: str,
    scope_id: UUID,
    pattern: str,
    outcome: str,
    argument: Any = None,
    expires_at: datetime | None = None,
    reason: str = "",
) -> Policy:
    """The new rule of that workspace, agent or session, for later calls only.

    Session scope needs the session's owner, agent scope an editor, workspace scope an owner.
    """
    strict_text(pattern, field="pattern", max_len=200)
    strict_text(reason, field="reason", max_len=500, blank=True)
    if outcome not in OUTCOMES:
        raise Invalid.field("outcome", f"must be one of {', '.join(OUTCOMES)}")
    if argument is not None:
        strict_json(argument, field="argument", max_bytes=20_000, max_depth=6)
    with unit_of_work():
        rule = Policy(
            **_scope(user_id, scope, scope_id),
            pattern=pattern,
            outcome=outcome,
            argument=argument,
            made_by_id=user_id,
            expires_at=expires_at,
            reason=reason,
        )
        require_policy_scope(user_id, rule)
        rule.save()
        if rule.scope != "session":
            Catalog.changed(rule, "created")
        return rule


def _scope(user_id: int, scope: str, scope_id: UUID) -> dict[str, Any]:
    if scope == "workspace":
        workspace = workspace_for(user_id, scope_id)
        return {"scope": scope, "workspace_id": workspace.id}
    if scope == "agent":
        agent = agent_for(user_id, scope_id)
        return {"scope": scope, "workspace_id": agent.workspace_id, "agent_id": agent.id}
    if scope == "session":
        session = own_session_for(user_id, scope_id)
        return {"scope": scope, "workspace_id": session.workspace_id, "session_id": session.id}
    raise Invalid.field("scope", "must be workspace, agent or session")
