"""T8: a person decides; the first answer wins."""

from uuid import UUID

from agency.access import (
    interruption_for,
    may_decide,
    require_policy_scope,
    require_raiser,
)
from agency.channel.protocol import Catalog
from agency.commands.interruption.answer import Decision, checked
from agency.commands.interruption.resolving import resolve_answered, resolve_expired
from agency.commands.interruption.settle_limit import settle_limits_later
from agency.commands.run.lease import locked_run
from agency.errors import AlreadyAnswered, InterruptionCancelled, InterruptionExpired
from agency.models import Interruption, Policy, Run, ToolCall
from agency.policy import ToolFacts, remember_rule
from agency.queries.inbox import shown_to
from agency.workfolder import folder_path
from framework.core.errors import AppError, NotFound
from framework.db.clock import db_now
from framework.db.transaction import unit_of_work

REFUSALS: dict[str, type[AppError]] = {
    "answered": AlreadyAnswered,
    "expired": InterruptionExpired,
    "cancelled": InterruptionCancelled,
}


def answer_interruption(*, user_id: int, interruption_id: UUID, answer: object) -> Interruption:
    """Record the answer, settle the call it is about and wake the run.

    Raises AlreadyAnswered, InterruptionExpired or InterruptionCancelled with the question as it
    ended; an answer after the deadline expires it. Raises Invalid for what is no answer.
    """
    decision = checked(interruption_for(user_id, interruption_id, answer=True), answer)
    with unit_of_work():
        run, row = locked_question(interruption_id)
        row.session = run.session
        if not may_decide(user_id, row):
            raise NotFound
        in_time = is_pending_in_time(run, row)
        if in_time:
            if decision.word == "raise":
                require_raiser(user_id, row)
            _remember(user_id, run, row, decision)
            resolve_answered(run, row, decision, user_id=user_id)
            if decision.word == "raise" and row.budget_id is not None:
                settle_limits_later(row.budget_id)
    if not in_time:
        raise REFUSALS[row.status](interruption=shown_to(user_id, row))
    return row


def locked_question(interruption_id: UUID) -> tuple[Run, Interruption]:
    """The question's run, locked, and the question as it stands under that lock."""
    run_id = Interruption.objects.filter(pk=interruption_id).values_list("run_id", flat=True)
    run = locked_run(run_id[0]) if run_id else None
    if run is None:
        raise NotFound
    row = Interruption.objects.select_related("tool_call", "session__agent").get(pk=interruption_id)
    return run, row


def is_pending_in_time(run: Run, row: Interruption) -> bool:
    """Whether an answer still counts; a question past its deadline expires here."""
    if row.status != "pending":
        return False
    if row.deadline is None or row.deadline > db_now():
        return True
    resolve_expired(run, row)
    return False


def _remember(user_id: int, run: Run, row: Interruption, decision: Decision) -> None:
    """Write the rule that "always allow" asks for; it counts for later calls only."""
    scope = decision.record.get("remember")
    call = row.tool_call
    if scope is None or call is None:
        return
    session = run.session
    rule = remember_rule(
        scope,
        facts_of(call),
        decision.record.get("input", call.args),
        str(folder_path(session.workspace_id, session.folder)),
    )
    policy = Policy(
        scope=scope,
        workspace_id=session.workspace_id,
        agent_id=session.agent_id if scope == "agent" else None,
        session_id=session.id if scope == "session" else None,
        pattern=rule.pattern,
        outcome=rule.outcome,
        argument=rule.argument,
        made_by_id=user_id,
        reason="Always allow, chosen when the call was approved.",
    )
    require_policy_scope(user_id, policy)
    policy.save(force_insert=True)
    if policy.scope != "session":
        Catalog.changed(policy, "created")


def facts_of(call: ToolCall) -> ToolFacts:
    """What policy knew of the tool when the call was decided upon."""
    decision = call.decision or {}
    return ToolFacts(
        name=call.name,
        default_policy=decision.get("default_policy", "ask"),
        sensitive=decision.get("sensitive", {}),
    )
