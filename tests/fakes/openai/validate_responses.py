"""The rules of responses: fields, items, pairing, and reasoning that only its issuer can read."""

from __future__ import annotations

import hashlib
from typing import Any

from tests.fakes.model.errors import Refused
from tests.fakes.openai.validate import (
    check_arguments,
    check_fields,
    check_functions,
    check_name,
    check_picture,
    check_text,
)

FIELDS = frozenset(
    (
        "model", "input", "instructions", "max_output_tokens", "stream", "store", "tools",
        "tool_choice", "parallel_tool_calls", "temperature", "top_p", "reasoning", "include",
        "metadata", "safety_identifier", "prompt_cache_key", "text", "truncation",
        "previous_response_id",
    )
)  # fmt: skip
ITEMS: dict[str, frozenset[str]] = {
    "message": frozenset(("type", "role", "content", "id", "status", "phase")),
    "function_call": frozenset(("type", "call_id", "name", "arguments", "id", "status")),
    "function_call_output": frozenset(("type", "call_id", "output", "id", "status")),
    "reasoning": frozenset(("type", "id", "summary", "content", "encrypted_content", "status")),
}
PARTS = {"user": ("input_text", "input_image"), "assistant": ("output_text", "refusal")}
LEAST_OUTPUT = 16


def sealed(text: str) -> str:
    """What only this fake could have written."""
    return "sealed-" + hashlib.sha256(b"fake" + text.encode()).hexdigest()


def check_responses(body: dict[str, Any]) -> None:
    """Everything that the real service checks before it calls a model."""
    check_fields(body, FIELDS, ("model", "input"))
    if body.get("max_output_tokens", LEAST_OUTPUT) < LEAST_OUTPUT:
        raise Refused("Invalid 'max_output_tokens': integer below minimum value. Expected >= 16.")
    tools = body.get("tools") or []
    if any(tool.get("type") != "function" or "function" in tool for tool in tools):
        raise Refused("Missing required parameter: 'tools[0].name'.")
    names = check_functions("tools", tools)
    choice = body.get("tool_choice")
    if isinstance(choice, dict) and choice.get("name") not in names:
        raise Refused("Tool choice 'function' not found in 'tools' parameter.")
    for index, item in enumerate(body["input"]):
        _check_item(f"input[{index}]", item)
    _check_pairing(body["input"])
    _check_reasoning(body["input"])


def _check_item(at: str, item: dict[str, Any]) -> None:
    kind = item.get("type", "message")
    if kind not in ITEMS:
        raise Refused(f"Invalid value: '{kind}'. ({at}.type)")
    for field in item:
        if field not in ITEMS[kind]:
            raise Refused(f"Unknown parameter: '{at}.{field}'.")
    if kind == "message":
        _check_parts(f"{at}.content", item.get("role"), item.get("content"))
    elif kind == "function_call":
        check_name(f"{at}.name", item.get("name"))
        check_name(f"{at}.call_id", item.get("call_id"))
        check_arguments(f"{at}.arguments", item.get("arguments"))
    elif kind == "function_call_output" and not isinstance(item.get("output"), str):
        _check_parts(f"{at}.output", "user", item.get("output"))


def _check_parts(at: str, role: Any, parts: Any) -> None:
    if role not in PARTS:
        raise Refused(f"Invalid value: '{role}'. ({at})")
    if isinstance(parts, str):
        return
    if not isinstance(parts, list) or not parts:
        raise Refused(f"Invalid type for '{at}'.")
    for index, part in enumerate(parts):
        kind = part.get("type")
        if kind not in PARTS[role]:
            raise Refused(f"Invalid value: '{kind}'. ({at}[{index}].type)")
        if kind == "input_image":
            check_picture(f"{at}[{index}].image_url", part.get("image_url"))
        else:
            check_text(f"{at}[{index}].text", part.get("text", part.get("refusal")))


def _check_pairing(items: list[dict[str, Any]]) -> None:
    called: list[str] = []
    answered: list[str] = []
    for item in items:
        if item.get("type") == "function_call":
            called.append(item["call_id"])
        elif item.get("type") == "function_call_output":
            if item["call_id"] not in called:
                raise Refused(
                    f"No tool call found for function call output with call_id {item['call_id']}."
                )
            answered.append(item["call_id"])
    if len(set(called)) < len(called) or len(set(answered)) < len(answered):
        raise Refused("Duplicate call_id in the input.")
    if missing := [one for one in called if one not in answered]:
        raise Refused(f"No tool output found for function call {missing[0]}.")


def _check_reasoning(items: list[dict[str, Any]]) -> None:
    for item, after in zip(items, [*items[1:], None], strict=True):
        if item.get("type") != "reasoning":
            continue
        if after is None or after.get("role", "assistant") != "assistant":
            raise Refused(
                f"Item '{item.get('id')}' of type 'reasoning' was provided without its required "
                "following item."
            )
        told = "".join(part["text"] for part in item.get("summary") or ())
        if item.get("encrypted_content") != sealed(told):
            raise Refused("The encrypted content could not be verified.", status=400)
