"""Row writers that ask a person; each needs the run's lock."""

import hashlib
import json
from datetime import timedelta
from typing import Any

from agency.channel.protocol import Monitor
from agency.commands._analytics import count_request
from agency.commands.interruption.prompts import (
    Prompt,
    approval_prompt,
    limit_prompt,
    reconcile_prompt,
)
from agency.models import Budget, Interruption, Run, ToolCall
from agency.tool.question import question_prompt
from framework.db.clock import db_now
from framework.db.transaction import require_transaction

APPROVAL_SECONDS = 600


def open_approval(run: Run, call: ToolCall, reason: str, schema: dict[str, Any]) -> Interruption:
    """Ask whether the call may run; silence denies it after the agent's time limit."""
    return _open(run, "approval", approval_prompt(call, reason, schema), call)


def open_question(run: Run, call: ToolCall) -> Interruption:
    """Pass the model's question on."""
    return _open(run, "question", question_prompt(call.name, call.args), call)


def open_reconcile(run: Run, call: ToolCall) -> Interruption:
    """Ask what became of a call that must not be repeated."""
    return _open(run, "reconcile", reconcile_prompt(call), call)


def open_limit(
    run: Run, title: str, text: str, evidence: dict[str, Any], budget: Budget | None = None
) -> Interruption:
    """Ask whether a cap may be raised; an edit of the budget itself answers it too."""
    return _open(run, "limit", limit_prompt(title, text, evidence), None, budget)


def _open(
    run: Run, kind: str, prompt: Prompt, call: ToolCall | None, budget: Budget | None = None
) -> Interruption:
    require_transaction()
    seconds = _patience(run, kind)
    if call is not None:
        call.state = "awaiting"
        call.deadline = None
        call.save(update_fields=["state", "deadline"])
        call.session = run.session
        Monitor.tool_call(call)
    row = Interruption.objects.create(
        session=run.session,
        run=run,
        tool_call=call,
        kind=kind,
        prompt=prompt,
        budget=budget,
        budget_version=None if budget is None else budget.version,
        digest=_digest(prompt.get("args")),
        deadline=None if seconds is None else db_now() + timedelta(seconds=seconds),
        default_action="keep" if seconds is None else "deny",
    )
    Monitor.interruption_opened(row)
    if kind == "approval" and call is not None:
        count_request(run, call)
    return row


def _patience(run: Run, kind: str) -> float | None:
    """Seconds until silence decides, None for ever; `limits` of the agent may set its own."""
    agent = run.session.agent
    limits = agent.limits if agent is not None else {}
    if limits.get("on_deadline") == "keep":
        return None
    default = APPROVAL_SECONDS if kind == "approval" else None
    value = limits.get(f"{kind}_seconds")
    if isinstance(value, int | float) and not isinstance(value, bool) and value > 0:
        return float(value)
    return default


def _digest(args: Any) -> str:
    if args is None:
        return ""
    text = json.dumps(args, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
