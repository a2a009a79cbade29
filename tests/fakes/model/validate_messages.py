"""Rules about messages: roles, pairing of calls and results, signatures, the last turn."""

from __future__ import annotations

from typing import Any

from tests.fakes.model.errors import Refused
from tests.fakes.model.signing import is_ours, issued_prefix, prefix_digest
from tests.fakes.model.validate_content import blocks_of, check_blocks

PREFILL_ENDS = (4, 6)
BINDING_BEGINS = (5, 1)


def check_messages(body: dict[str, Any], version: tuple[int, int]) -> None:
    """Every rule about `messages`; raises at the first broken one."""
    messages = body["messages"]
    if not isinstance(messages, list) or not messages:
        raise Refused("messages: at least one message is required")
    for index, message in enumerate(messages):
        _check_message(index, message, last=index == len(messages) - 1)
    if messages[0]["role"] != "user":
        raise Refused('messages: first message must use the "user" role')
    _check_pairing(messages)
    _check_last(messages[-1], version)
    _check_signatures(body, version)


def _check_message(index: int, message: dict[str, Any], *, last: bool) -> None:
    role = message.get("role")
    if role not in ("user", "assistant"):
        raise Refused(f"messages.{index}.role: Input should be 'user' or 'assistant'")
    extra = set(message) - {"role", "content"}
    if extra:
        raise Refused(f"messages.{index}.{min(extra)}: Extra inputs are not permitted")
    blocks = blocks_of(message)
    if not blocks and not (last and role == "assistant"):
        raise Refused(
            f"messages.{index}: all messages must have non-empty content except for the optional "
            "final assistant message"
        )
    check_blocks(f"messages.{index}.content", role, blocks)


def _check_pairing(messages: list[dict[str, Any]]) -> None:
    seen: set[str] = set()
    waiting: list[str] = []
    asked_at = 0
    for index, message in enumerate(messages):
        blocks = blocks_of(message)
        if message["role"] == "user" or waiting:
            _check_results(index, blocks, waiting, asked_at)
            waiting = []
        calls = [block["id"] for block in blocks if block["type"] == "tool_use"]
        if len(set(calls)) < len(calls) or seen & set(calls):
            raise Refused("messages: `tool_use` ids must be unique")
        seen |= set(calls)
        if calls:
            waiting, asked_at = calls, index
    if waiting:
        raise _unanswered(asked_at, waiting)


def _check_results(
    index: int, blocks: list[dict[str, Any]], waiting: list[str], asked_at: int
) -> None:
    answered: list[str] = []
    for position, block in enumerate(blocks):
        if block["type"] != "tool_result":
            continue
        call_id = block["tool_use_id"]
        if call_id not in waiting:
            raise Refused(
                f"messages.{index}.content.{position}: unexpected `tool_use_id` found in "
                f"`tool_result` blocks: {call_id}. Each `tool_result` block must have a "
                "corresponding `tool_use` block in the previous message."
            )
        if call_id in answered:
            raise Refused(
                f"messages.{index}.content.{position}: each tool_use must have a single result. "
                f"Found multiple `tool_result` blocks with id: {call_id}"
            )
        if any(other["type"] != "tool_result" for other in blocks[:position]):
            raise Refused(f"messages.{index}: `tool_result` blocks must come before other content")
        answered.append(call_id)
    missing = [call_id for call_id in waiting if call_id not in answered]
    if missing:
        raise _unanswered(asked_at, missing)


def _unanswered(index: int, missing: list[str]) -> Refused:
    return Refused(
        f"messages.{index}: `tool_use` ids were found without `tool_result` blocks immediately "
        f"after: {', '.join(missing)}. Each `tool_use` block must have a corresponding "
        "`tool_result` block in the next message."
    )


def _check_last(message: dict[str, Any], version: tuple[int, int]) -> None:
    if message["role"] != "assistant":
        return
    if version >= PREFILL_ENDS:
        raise Refused(
            "This model does not support assistant message prefill. The conversation must end "
            "with a user message."
        )
    blocks = blocks_of(message)
    if (
        blocks
        and blocks[-1]["type"] == "text"
        and blocks[-1]["text"] != blocks[-1]["text"].rstrip()
    ):
        raise Refused("messages: final assistant content cannot end with trailing whitespace")


def _check_signatures(body: dict[str, Any], version: tuple[int, int]) -> None:
    binding = (body.get("thinking") or {}).get("block_binding") or {}
    may_drop = binding.get("prefix_mismatch_behavior") == "drop_block"
    for index, message in enumerate(body["messages"]):
        for position, block in enumerate(blocks_of(message)):
            if block["type"] not in ("thinking", "redacted_thinking"):
                continue
            where = f"messages.{index}.content.{position}"
            if not is_ours(block):
                raise Refused(f"{where}: Invalid `signature` in `{block['type']}` block")
            bound = version >= BINDING_BEGINS and not may_drop
            if bound and issued_prefix(block) != prefix_digest(body, index):
                raise Refused(f"{where}: the conversation before this `thinking` block changed")
