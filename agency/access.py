"""The one door from an id to a row: who may see, who may write, who may answer.

"Absent" and "not yours" look the same (NotFound); where a row is no secret but the role is
missing, Forbidden. Every function takes the acting person's id first. `lock` takes the row's
lock in a mode that foreign keys do not wait for (`FOR NO KEY UPDATE`).
"""

from typing import Any, TypeVar
from uuid import UUID

from django.db import models
from django.db.models import Q, QuerySet

from agency.models import (
    Agent,
    Branch,
    Interruption,
    Membership,
    Message,
    Policy,
    QueuedMessage,
    Run,
    Session,
    ToolCall,
    Workspace,
)
from framework.core.errors import Forbidden, NotFound
from framework.db.compiled import Compiled, Given

Row = TypeVar("Row", bound=models.Model)
WRITERS = ("owner", "editor")
RAISING_ROLES = {"workspace": ("owner",), "user": ("owner",), "agent": WRITERS}


_MEMBER = Compiled(
    lambda: Membership.objects.filter(user_id=Given("user"), workspace_id=Given("workspace"))[:1]
)
_OTHERS = Compiled(
    lambda: (
        Membership.objects.filter(workspace_id=Given("workspace"))
        .exclude(user_id=Given("user"))
        .values_list("user_id", flat=True)
    )
)


def my_workspaces(user_id: int | Given) -> QuerySet[Membership, UUID]:
    """The ids of the workspaces that a person belongs to, as a sub-query."""
    return Membership.objects.filter(user_id=user_id).values_list("workspace_id", flat=True)


def workspace_for(user_id: int, workspace_id: UUID, *, role: str = "viewer") -> Workspace:
    """A workspace of this person; `role` is the least that is needed."""
    member = (
        Membership.objects.select_related("workspace")
        .filter(user_id=user_id, workspace_id=workspace_id)
        .first()
    )
    if member is None:
        raise NotFound
    if not has_role(member.role, role):
        raise Forbidden(f"This needs the role {role} in the workspace.")
    return member.workspace


def has_role(role: str, needed: str) -> bool:
    """Whether `role` includes `needed` (owner > editor > viewer)."""
    order = ("viewer", "editor", "owner")
    return order.index(role) >= order.index(needed)


def visible_sessions(user_id: int | Given) -> QuerySet[Session, Session]:
    """Every session that this person may read."""
    shared = Q(visibility="workspace", workspace_id__in=my_workspaces(user_id))
    return Session.objects.filter(Q(owner_id=user_id) | shared)


def session_lanes(user_id: int) -> list[Q]:
    """The same rows in parts that do not meet, each of which is read along one index."""
    shared = [
        Q(visibility="workspace", workspace_id=workspace_id) & ~Q(owner_id=user_id)
        for workspace_id in my_workspaces(user_id)
    ]
    return [Q(owner_id=user_id), *shared]


def _session() -> QuerySet[Session, Session]:
    rows = visible_sessions(Given("user")).select_related("agent")
    return rows.filter(pk=Given("session"))


_SESSION = Compiled(_session)
_SESSION_LOCKED = Compiled(lambda: _session().select_for_update(no_key=True, of=("self",)))


def session_for(
    user_id: int, session_id: UUID, *, lock: bool = False, write: bool = False, end: bool = False
) -> Session:
    """A session of this person; `write` needs an editor who owns it, or with whom it is shared.

    `end` needs less: its owner may always stop it and put it away.
    """
    rows = _SESSION_LOCKED if lock else _SESSION
    session = rows.first(user=user_id, session=session_id)
    if session is None:
        raise NotFound
    if write or (end and session.owner_id != user_id):
        require_writer(user_id, session)
    return session


def require_writer(user_id: int, session: Session) -> None:
    """Raise Forbidden unless this person may send to and change the session."""
    member = membership(user_id, session.workspace_id)
    if member is None:
        # Its owner still reads it; what it runs with is the workspace's.
        raise Forbidden("You do not belong to this session's workspace any more.")
    if member.role not in WRITERS:
        raise Forbidden("Viewers read; ask an owner of the workspace for the role editor.")


def own_session_for(
    user_id: int, session_id: UUID, *, lock: bool = False, end: bool = False
) -> Session:
    """A session that this person owns; only the owner deletes (`end`) or shares it."""
    session = session_for(user_id, session_id, lock=lock, write=not end, end=end)
    if session.owner_id != user_id:
        raise Forbidden("Only the owner of the session may do this.")
    return session


def membership(user_id: int, workspace_id: UUID) -> Membership | None:
    """This person's place in the workspace, or None."""
    return _MEMBER.first(user=user_id, workspace=workspace_id)


def readers(session: Session) -> list[int]:
    """The ids of everyone who may see the session, the owner first."""
    if session.visibility != "workspace":
        return [session.owner_id]
    others = _OTHERS.all(workspace=session.workspace_id, user=session.owner_id)
    return [session.owner_id, *others]


def may_answer(user_id: int, session: Session) -> bool:
    """Whether this person may decide for the owner: the owner, or a member with the right."""
    if session.owner_id == user_id:
        member = membership(user_id, session.workspace_id)
        return member is not None and member.role != "viewer"
    return (
        session.visibility == "workspace"
        and Membership.objects.filter(
            user_id=user_id, workspace_id=session.workspace_id, can_answer=True
        ).exists()
    )


def run_for(user_id: int, run_id: UUID, *, end: bool = False) -> Run:
    """A run of a session that this person may see; `end` needs the right to stop it."""
    run: Run = _of_session(Run.objects, user_id, run_id)
    if end and run.session.owner_id != user_id:
        require_writer(user_id, run.session)
    return run


def tool_call_for(user_id: int, call_id: UUID) -> ToolCall:
    """A tool call of a session that this person may see."""
    return _of_session(ToolCall.objects, user_id, call_id)


def message_for(
    user_id: int, session_id: UUID, message_id: UUID, *, write: bool = False
) -> Message:
    """A message of the named session."""
    rows = Message.objects.filter(session_id=session_id)
    return _of_session(rows, user_id, message_id, write=write)


def branch_for(user_id: int, session_id: UUID, branch_id: UUID, *, write: bool = False) -> Branch:
    """A branch of the named session."""
    rows = Branch.objects.filter(session_id=session_id)
    return _of_session(rows, user_id, branch_id, write=write)


def queued_for(user_id: int, session_id: UUID, queued_id: UUID) -> QueuedMessage:
    """A message of the named session that still waits; needs the right to write."""
    rows = QueuedMessage.objects.filter(session_id=session_id)
    return _of_session(rows, user_id, queued_id, write=True)


def interruption_for(user_id: int, interruption_id: UUID, *, answer: bool = False) -> Interruption:
    """A question that this person may see; `answer` needs the right to decide."""
    row = seen_interruptions(user_id).select_related("session").filter(id=interruption_id).first()
    if row is None:
        raise NotFound
    if answer and not may_decide(user_id, row):
        raise Forbidden("Only the owner, or a member who may answer, decides here.")
    return row


def seen_interruptions(user_id: int) -> QuerySet[Interruption, Interruption]:
    """The questions of the sessions that this person may see, and the caps they may raise."""
    seen = Q(session__owner_id=user_id) | Q(
        session__visibility="workspace", session__workspace_id__in=my_workspaces(user_id)
    )
    members = Membership.objects.filter(user_id=user_id)
    for role, scopes in (("owner", ("workspace", "user", "agent")), ("editor", ("agent",))):
        seen |= Q(
            kind="limit",
            prompt__evidence__scope__in=scopes,
            session__workspace_id__in=members.filter(role=role).values("workspace_id"),
        )
    return Interruption.objects.filter(seen)


def may_decide(user_id: int, row: Interruption) -> bool:
    """Whether this person may answer for the session's owner, or raise the cap in question."""
    return may_answer(user_id, row.session) or user_id in raisers(row)


def raisers(row: Interruption) -> list[int]:
    """Who may raise the cap that a question is about; nobody but the owner for a session's own."""
    roles = RAISING_ROLES.get(_capped(row))
    if roles is None:
        return []
    rows = Membership.objects.filter(workspace_id=row.session.workspace_id, role__in=roles)
    return list(rows.order_by("user_id").values_list("user_id", flat=True))


def require_raiser(user_id: int, row: Interruption) -> None:
    """Raise Forbidden unless this person may raise the cap that the question is about."""
    scope = _capped(row)
    if scope in RAISING_ROLES and user_id not in raisers(row):
        who = " or ".join(RAISING_ROLES[scope])
        raise Forbidden(f"Only an {who} of the workspace may raise this cap; you may stop.")


def _capped(row: Interruption) -> str:
    """The scope of the cap that a question is about."""
    return str(row.prompt.get("evidence", {}).get("scope")) if row.kind == "limit" else ""


def agent_for(user_id: int, agent_id: UUID, *, role: str = "viewer") -> Agent:
    """An agent of one of this person's workspaces."""
    return catalogue_for(Agent, user_id, agent_id, role=role)


def catalogue_for(
    model: type[Row], user_id: int, row_id: UUID, *, role: str = "viewer", lock: bool = False
) -> Row:
    """A row of the catalogue of one of this person's workspaces."""
    rows: Any = model._default_manager
    row: Any = _one(rows.filter(workspace_id__in=my_workspaces(user_id)), row_id, lock=lock)
    workspace_for(user_id, row.workspace_id, role=role)
    found: Row = row
    return found


def policy_for(user_id: int, policy_id: UUID) -> Policy:
    """A rule that this person may revoke: of an own session, or by role for wider scopes."""
    rule = catalogue_for(Policy, user_id, policy_id)
    require_policy_scope(user_id, rule)
    return rule


def require_policy_scope(user_id: int, rule: Policy) -> None:
    """Raise unless this person may write rules of that scope (owner, editor, session's owner)."""
    if rule.scope == "session" and rule.session_id is not None:
        own_session_for(user_id, rule.session_id)
        return
    workspace_for(
        user_id, rule.workspace_id, role="owner" if rule.scope == "workspace" else "editor"
    )


def _of_session(rows: Any, user_id: int, row_id: UUID, *, write: bool = False) -> Any:
    seen = Q(session__owner_id=user_id) | Q(
        session__visibility="workspace", session__workspace_id__in=my_workspaces(user_id)
    )
    row = rows.select_related("session").filter(seen, id=row_id).first()
    if row is None:
        raise NotFound
    if write:
        require_writer(user_id, row.session)
    return row


def _one(rows: QuerySet[Row, Row], row_id: UUID, *, lock: bool) -> Row:
    if lock:
        rows = rows.select_for_update(no_key=True, of=("self",))
    for row in rows.filter(pk=row_id)[:1]:
        return row
    raise NotFound
