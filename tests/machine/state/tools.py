"""The tools that the machine's model calls: every effect, every policy, a question."""

from collections.abc import Sequence
from decimal import Decimal
from itertools import count
from typing import Any
from uuid import UUID

from langchain_core.messages import AIMessage, message_to_dict

from agency.commands.run.commit_turn import ProposedCall, Turn
from agency.commands.run.ledger import Spent
from agency.policy import ToolFacts

ANY_OBJECT = {"type": "object"}
EFFECTS = {
    "peek": "pure",
    "ledger": "idempotent",
    "counter": "once",
    "careful": "once",
    "checked": "pure",
    "forbidden": "once",
    "ask_human": "pure",
    "broken": "once",
    "helper": "once",
}
KINDS = {"helper": "child", "ask_human": "question"}
POLICIES = {"careful": "ask", "checked": "ask", "forbidden": "deny"}
PARALLEL = ("peek", "ledger", "counter", "helper")
NAMES = tuple(EFFECTS)
ERROR = {"code": "model_overloaded", "title": "Busy."}
AMOUNTS = {"calls": Decimal(1), "tokens": Decimal(10)}
SPENT = Spent({"input": 5, "output": 2, "cache_read": 0, "cache_write": 0})


def facts_of(name: str) -> ToolFacts:
    """What policy knows of the tool."""
    kind: Any = KINDS.get(name, "function")
    policy: Any = POLICIES.get(name, "allow")
    return ToolFacts(name=name, default_policy=policy, kind=kind)


def turn_of(message_id: UUID, names: Sequence[str], numbers: "count[int]") -> Turn:
    """An answer that calls these tools in this order."""
    calls = [(f"call_{next(numbers)}", name, _arguments(name)) for name in names]
    message = AIMessage(
        content=[{"type": "text", "text": "So."}]
        + [{"type": "tool_use", "id": one, "name": n, "input": a} for one, n, a in calls],
        tool_calls=[{"id": one, "name": n, "args": a, "type": "tool_call"} for one, n, a in calls],
    )
    content = message_to_dict(message)["data"]
    return Turn(message_id, content, SPENT, [_proposed(*call) for call in calls])


def _arguments(name: str) -> dict[str, Any]:
    if name == "ask_human":
        return {"question": "Which?"}
    if name == "helper":
        return {"description": "Help", "prompt": "Help me."}
    return {"amount": 1}


def _proposed(call_id: str, name: str, args: dict[str, Any]) -> ProposedCall:
    return ProposedCall(
        call_id,
        args,
        facts_of(name),
        effect=EFFECTS[name],
        parallel=name in PARALLEL,
        schema=ANY_OBJECT,
        refusal="Not complete JSON." if name == "broken" else "",
    )
