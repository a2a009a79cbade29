"""What a person reads when they are asked."""

from typing import Any

from agency.models import ToolCall
from agency.queries.records import stamp

Prompt = dict[str, Any]


def approval_prompt(call: ToolCall, reason: str, schema: dict[str, Any]) -> Prompt:
    """May this call run, as it stands or edited?"""
    return {
        "title": f"Allow {call.name}?",
        "text": reason,
        "tool": call.name,
        "args": call.args,
        "effect": call.effect,
        "schema": schema,
    }


def reconcile_prompt(call: ToolCall) -> Prompt:
    """Did this call take effect before its worker was lost?"""
    return {
        "title": f"Did {call.name} take effect?",
        "text": (
            "The worker that ran this call was lost before it could tell how the call ended, and "
            "the tool must not be run twice. Look at its target, then say what happened."
        ),
        "tool": call.name,
        "args": call.args_approved or call.args,
        "evidence": {
            "call_id": str(call.id),
            "attempt": call.attempt,
            "started_at": stamp(call.started_at),
            "progress": call.progress,
        },
    }


def limit_prompt(title: str, text: str, evidence: dict[str, Any]) -> Prompt:
    """A cap is reached: raise it or stop?"""
    return {"title": title, "text": text, "evidence": evidence}
