"""Makes a history valid; see `history` for why this should never have anything to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from agency.prompt.history import (
    UNANSWERED,
    Group,
    Problem,
    groups,
    has_substance,
    is_unsigned_thinking,
    lacks_signature,
    valid_history,
)

BEGINNING = "(The beginning of this conversation is missing.)"


def repaired(messages: Sequence[BaseMessage]) -> tuple[list[BaseMessage], list[Problem]]:
    """A history that providers accept, and what was wrong with the given one.

    A valid history comes back as it is. Calls without a result get an error result, results
    without a call are dropped, order follows the calls, cut-off thinking and empty answers
    are left out. Stored messages are never changed, only copied.
    """
    problems = valid_history(messages)
    if not problems:
        return list(messages), []
    whole: list[BaseMessage] = []
    used: set[str] = set()
    for group in groups(messages):
        whole.extend(_repaired_group(group, used))
    _begin_with_human(whole)
    return whole, problems


def _repaired_group(group: Group, used: set[str]) -> list[BaseMessage]:
    if not isinstance(group.head, AIMessage):
        return [group.head] if group.head is not None else []
    head = _without_unsigned(group.head)
    results: list[BaseMessage] = []
    renamed: dict[str, str] = {}
    for call_id in dict.fromkeys(group.call_ids):
        renamed[call_id] = _fresh(call_id, used)
        used.add(renamed[call_id])
        results.append(_result_for(call_id, renamed[call_id], group.results))
    head = _renamed(head, renamed)
    if not results and not has_substance(head):
        return []
    return [head, *results]


def _result_for(call_id: str, new_id: str, results: list[ToolMessage]) -> ToolMessage:
    for result in results:
        if result.tool_call_id == call_id:
            return (
                result if new_id == call_id else result.model_copy(update={"tool_call_id": new_id})
            )
    return ToolMessage(UNANSWERED, tool_call_id=new_id, status="error")


def _fresh(call_id: str, used: set[str]) -> str:
    candidate, number = call_id, 1
    while candidate in used:
        number += 1
        candidate = f"{call_id}_{number}"
    return candidate


def _without_unsigned(message: AIMessage) -> AIMessage:
    if isinstance(message.content, str) or not lacks_signature(message):
        return message
    kept = [block for block in message.content if not is_unsigned_thinking(block)]
    return (
        message
        if len(kept) == len(message.content)
        else message.model_copy(update={"content": kept})
    )


def _renamed(message: AIMessage, renamed: dict[str, str]) -> AIMessage:
    """Each call once and under its id in this history, in calls and blocks alike."""
    calls: list[Any] = []
    for call in message.tool_calls:
        new_id = renamed[str(call["id"])]
        if all(known["id"] != new_id for known in calls):
            calls.append({**call, "id": new_id})
    content = message.content
    if not isinstance(content, str):
        content = _renamed_blocks(content, renamed)
    if calls == message.tool_calls and content == message.content:
        return message
    return message.model_copy(update={"tool_calls": calls, "content": content})


def _renamed_blocks(content: list[Any], renamed: dict[str, str]) -> list[Any]:
    blocks: list[Any] = []
    seen: set[str] = set()
    for block in content:
        if isinstance(block, dict) and block.get("type") == "tool_use":
            call_id = str(block["id"])
            if call_id not in renamed or call_id in seen:
                continue
            seen.add(call_id)
            block = {**block, "id": renamed[call_id]}
        blocks.append(block)
    return blocks


def _begin_with_human(messages: list[BaseMessage]) -> None:
    at = next((i for i, m in enumerate(messages) if not isinstance(m, SystemMessage)), None)
    if at is not None and not isinstance(messages[at], HumanMessage):
        messages.insert(at, HumanMessage(BEGINNING))
