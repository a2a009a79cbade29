"""The second line of defence: what is wrong with a history, and one that a provider accepts.

Histories are written whole and valid. Whatever is found here is a bug somewhere else, and
the caller logs it as one; but the person's next message still gets its answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

SIGNER = "anthropic"
"""The provider that signs what its models think, and whose messages are the rule."""

UNANSWERED = "No result was recorded for this call. Do not assume that it took effect."

Kind = Literal[
    "orphan_call",
    "orphan_result",
    "doubled_result",
    "result_order",
    "repeated_call_id",
    "unsigned_thinking",
    "empty_answer",
    "first_message",
]


@dataclass(frozen=True, slots=True)
class Problem:
    """One broken rule: where it is in the history, and whose call it concerns."""

    kind: Kind
    index: int
    call_id: str = ""


def spoken(messages: Sequence[BaseMessage]) -> list[BaseMessage]:
    """The messages without answers that say nothing and call nothing.

    A model may end its turn so; people see that it did, but no provider takes it back.
    """
    return [one for one in messages if not _is_mute(one)]


def sound_until(
    messages: Sequence[BaseMessage], start: int, used: set[str]
) -> tuple[bool, int, set[str]]:
    """Whether the groups from `start` on break no rule, where the last of them begins, and the
    ids of calls before it.

    A history that grows need not be looked at anew: only its last group may still get results.
    The rule of the first message is left to `valid_history`.
    """
    at, before = start, used
    for group in groups(messages[start:]):
        at, before = start + group.index, used
        if _is_plain(group):
            continue
        used = set(used)
        if next(_group_problems(group, used), None) is not None:
            return False, at, before
    return True, at, before


def valid_history(messages: Sequence[BaseMessage]) -> list[Problem]:
    """Every rule that the history breaks; empty for one that any provider takes."""
    problems: list[Problem] = []
    first = next((m for m in messages if not isinstance(m, SystemMessage)), None)
    if first is not None and not isinstance(first, HumanMessage):
        problems.append(Problem("first_message", messages.index(first)))
    used: set[str] = set()
    for group in groups(messages):
        if not _is_plain(group):
            problems.extend(_group_problems(group, used))
    return problems


def _is_plain(group: Group) -> bool:
    """Words alone, as most of a long history is: nothing to look at."""
    head = group.head
    if group.results or not isinstance(head, AIMessage):
        return not group.results
    content: Any = head.content
    texts = [content] if isinstance(content, str) else map(_text_of, content)
    return not head.tool_calls and bool(content) and all(text.strip() for text in texts)


def _text_of(block: Any) -> str:
    if isinstance(block, dict) and block.get("type") == "text":
        return str(block.get("text", ""))
    return ""


@dataclass(slots=True)
class Group:
    """A message that is no result, with the results that follow it at once."""

    index: int
    head: BaseMessage | None
    results: list[ToolMessage]

    @property
    def call_ids(self) -> list[str]:
        """Ids of the calls the head makes, in their order."""
        if not isinstance(self.head, AIMessage):
            return []
        return [str(call["id"]) for call in self.head.tool_calls]


def groups(messages: Sequence[BaseMessage]) -> Iterator[Group]:
    """The history cut before every message that is no tool result."""
    group = Group(0, None, [])
    for index, message in enumerate(messages):
        if isinstance(message, ToolMessage):
            group.results.append(message)
            continue
        if group.head is not None or group.results:
            yield group
        group = Group(index, message, [])
    if group.head is not None or group.results:
        yield group


def _group_problems(group: Group, used: set[str]) -> Iterator[Problem]:
    calls = group.call_ids
    first_result = group.index + (group.head is not None)
    seen: list[str] = []
    for position, result in enumerate(group.results):
        call_id = result.tool_call_id
        if call_id not in calls:
            yield Problem("orphan_result", first_result + position, call_id)
        elif call_id in seen:
            yield Problem("doubled_result", first_result + position, call_id)
        else:
            seen.append(call_id)
    for call_id in dict.fromkeys(calls):
        if call_id not in seen:
            yield Problem("orphan_call", group.index, call_id)
        if call_id in used or calls.count(call_id) > 1:
            yield Problem("repeated_call_id", group.index, call_id)
    if seen != [call_id for call_id in calls if call_id in seen]:
        yield Problem("result_order", first_result)
    used.update(calls)
    yield from _answer_problems(group)


def _answer_problems(group: Group) -> Iterator[Problem]:
    if not isinstance(group.head, AIMessage):
        return
    if lacks_signature(group.head):
        yield Problem("unsigned_thinking", group.index)
    if _is_mute(group.head):
        yield Problem("empty_answer", group.index)


def _is_mute(message: BaseMessage) -> bool:
    return isinstance(message, AIMessage) and not message.tool_calls and not has_substance(message)


def lacks_signature(message: AIMessage) -> bool:
    """Whether thinking is in it that its own provider would refuse; others sign nothing."""
    signer = message.response_metadata.get("model_provider", SIGNER)
    return signer == SIGNER and any(is_unsigned_thinking(block) for block in message.content)


def is_unsigned_thinking(block: Any) -> bool:
    """Thinking that a stop cut off before its signature: no provider takes it back."""
    return (
        isinstance(block, dict) and block.get("type") == "thinking" and not block.get("signature")
    )


def has_substance(message: AIMessage) -> bool:
    """True when something would be left of the message on the wire."""
    if isinstance(message.content, str):
        return bool(message.content.strip())
    return any(
        bool(block.strip())
        if isinstance(block, str)
        else block.get("type") != "text" or bool(str(block.get("text", "")).strip())
        for block in message.content
        if not is_unsigned_thinking(block)
    )
