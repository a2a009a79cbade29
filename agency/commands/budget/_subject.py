"""What a cap is about, and who may set it."""

from uuid import UUID

from agency.access import agent_for, membership, own_session_for, run_for, workspace_for
from agency.models import Budget
from agency.queries.budgets import visible_budgets
from framework.core.errors import Invalid, NotFound
from framework.core.ids import parse_uuid


def checked_subject(
    user_id: int, scope: str, subject: str | None, workspace_id: UUID
) -> tuple[str, UUID]:
    """The subject's id as it is kept, and its workspace.

    Raises NotFound for what is not this person's to see, Forbidden without the right to cap it:
    a session or run needs its owner, an agent an editor, a person or a workspace an owner of it.
    """
    match scope:
        case "workspace":
            found = workspace_id if subject is None else _id(subject)
            return str(found), workspace_for(user_id, found, role="owner").id
        case "user":
            workspace_for(user_id, workspace_id, role="owner")
            return _member(subject, workspace_id), workspace_id
        case "agent":
            agent = agent_for(user_id, _id(subject), role="editor")
            return str(agent.id), agent.workspace_id
        case "session":
            session = own_session_for(user_id, _id(subject))
            return str(session.id), session.workspace_id
        case _:
            run = run_for(user_id, _id(subject))
            session = own_session_for(user_id, run.session_id)
            return str(run.id), session.workspace_id


def writable_budget(user_id: int, budget_id: UUID) -> Budget:
    """The cap, locked; raises NotFound or Forbidden as for a new one of its kind."""
    seen = visible_budgets(user_id).filter(pk=budget_id)
    row = Budget.objects.select_for_update(no_key=True).filter(pk__in=seen.values("pk")).first()
    if row is None:
        raise NotFound
    require_keeper(user_id, row)
    return row


def require_keeper(user_id: int, row: Budget) -> None:
    """Raise unless this person may change the cap."""
    if row.scope == "user":
        workspace_for(user_id, row.workspace_id, role="owner")  # also of one who has left
        return
    checked_subject(user_id, row.scope, row.subject, row.workspace_id)


def _id(subject: str | None) -> UUID:
    found = parse_uuid(subject)
    if found is None:
        raise Invalid.field("subject", "must be the id of what is capped")
    return found


def _member(subject: str | None, workspace_id: UUID) -> str:
    text = subject or ""
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise Invalid.field("subject", "must be the id of a person")
    if membership(int(text), workspace_id) is None:
        raise NotFound("This person does not belong to the workspace.")
    return str(int(text))
