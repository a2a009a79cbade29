"""One run told step by step: model calls, tools, waits, usage."""

from typing import Any
from uuid import UUID

from agency.access import run_for
from agency.models import Interruption, Message, ModelCall, ToolCall
from agency.queries import records
from agency.queries.records import Record


def model_call_record(row: ModelCall) -> Record:
    """A row of the usage ledger."""
    return {
        "id": str(row.id),
        "session_id": str(row.session_id),
        "run_id": records.text_id(row.run_id),
        "step": row.step,
        "attempt": row.attempt,
        "purpose": row.purpose,
        "model": row.model,
        "fallback_of": row.fallback_of or None,
        "state": row.state,
        "started_at": records.stamp(row.created_at),
        "first_token_at": records.stamp(row.first_token_at),
        "ended_at": records.stamp(row.ended_at),
        "input_tokens": row.input_tokens,
        "output_tokens": row.output_tokens,
        "cache_read_tokens": row.cache_read_tokens,
        "cache_write_tokens": row.cache_write_tokens,
        "estimated": row.estimated,
        "cost_usd": records.money(row.cost),
        "error": row.error,
    }


def run_timeline(user_id: int, run_id: UUID) -> Record:
    """The run with its steps, oldest first; five queries. Raises NotFound."""
    run = run_for(user_id, run_id)
    steps: dict[int, Record] = {}

    def step(number: int | None) -> Record:
        return steps.setdefault(
            number or 0,
            {"step": number or 0, "message_id": None, "model_calls": [], "tool_calls": []},
        )

    turn_of: dict[Any, int | None] = {}
    for message in Message.objects.filter(run=run, role="ai").order_by("depth"):
        step(message.step)["message_id"] = str(message.id)
        turn_of[message.id] = message.step
    for call in ModelCall.objects.filter(run_id=run.id).order_by("created_at", "id"):
        step(call.step)["model_calls"].append(model_call_record(call))
    for tool in ToolCall.objects.filter(run=run).order_by("created_at", "idx"):
        step(turn_of.get(tool.message_id))["tool_calls"].append(records.tool_call_record(tool))
    waits = Interruption.objects.filter(run=run).select_related("session__agent")
    return {
        "run": records.run_record(run),
        "steps": [steps[number] for number in sorted(steps)],
        "interruptions": [
            records.interruption_record(row) for row in waits.order_by("created_at", "id")
        ],
    }
