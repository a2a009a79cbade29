"""What is counted of the use of the product: closed names, plain figures, never words.

A row is written in the transaction that made the change, and stays when its session goes. No
property holds text of a person or a model: only ids, numbers, and words of closed vocabularies
or of the catalogue.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """When a row is written, and what its properties mean."""

    when: str
    properties: Mapping[str, str]


KINDS: Mapping[str, Kind] = {
    "session_started": Kind(
        "A session was begun, by a person or by a call.",
        {
            "kind": "chat, child, invoked, …",
            "agent_id": "Its agent.",
            "mode_id": "The mode it begins in, or null.",
            "model_id": "The model chosen at the start, or null.",
        },
    ),
    "first_message": Kind(
        "The first thing was said in a session.",
        {"characters": "Its length.", "pictures": "How many came along."},
    ),
    "session_resumed": Kind(
        "A closed session was taken up again.", {"hours_closed": "How long it was closed."}
    ),
    "session_branched": Kind(
        "A branch was made by an edit, another answer or a fork.",
        {"depth": "How many messages it shares with its base."},
    ),
    "session_completed": Kind(
        "A session was closed, or deleted while it was open.",
        {
            "status": "Its status then.",
            "cost_usd": "What it cost, null when no price is known.",
            "cost_is_partial": "Whether some of it has no known price.",
            "tokens": "All tokens: sent, answered, cached.",
            "messages": "How many messages it has, on all branches.",
            "seconds": "From its beginning on.",
            "seconds_at_work": "The time of its runs, waits included.",
            "tools": "How often each tool ran.",
            "children": "How many sessions it began.",
            "branches": "How many branches it has.",
        },
    ),
    "session_error": Kind("A run failed.", {"code": "The stable code of the error."}),
    "turn_completed": Kind(
        "A run ended, however it ended.",
        {
            "status": "done, failed or stopped.",
            "kind": "turn, child, wake or schedule.",
            "steps": "How many times a model was asked.",
            "seconds": "From being queued, waits included.",
        },
    ),
    "tool_executed": Kind(
        "A tool that had begun came to an end.",
        {
            "name": "The tool.",
            "server": "The server it belongs to, or builtin.",
            "status": "done, failed, cancelled or unknown.",
            "seconds": "How long it took.",
            "size": "Characters of the result that the model sees.",
        },
    ),
    "approval_requested": Kind("A person is asked whether a call may run.", {"name": "The tool."}),
    "approval_resolved": Kind(
        "That question ended.",
        {
            "name": "The tool.",
            "decision": "allow, deny, expired or cancelled.",
            "seconds": "How long it waited.",
            "edited": "Whether the input was changed.",
            "remembered": "The scope of the rule that came of it, or null.",
        },
    ),
    "model_switched": Kind(
        "A session uses another model from now on.",
        {"before": "The model chosen before, null for the default.", "after": "Likewise."},
    ),
    "mode_switched": Kind(
        "A session is in another mode from now on.",
        {"before": "The mode before, or null.", "after": "Likewise."},
    ),
}
