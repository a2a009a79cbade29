"""The rules of chat completions: fields, roles, and the pairing of calls and results."""

from __future__ import annotations

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
        "model", "messages", "max_tokens", "max_completion_tokens", "stream", "stream_options",
        "tools", "tool_choice", "parallel_tool_calls", "temperature", "top_p", "stop", "n",
        "reasoning_effort", "response_format", "seed", "user", "safety_identifier", "metadata",
        "store", "prompt_cache_key",
    )
)  # fmt: skip
ROLES: dict[str, frozenset[str]] = {
    "system": frozenset(("role", "content", "name")),
    "developer": frozenset(("role", "content", "name")),
    "user": frozenset(("role", "content", "name")),
    "assistant": frozenset(
        ("role", "content", "name", "tool_calls", "refusal", "reasoning_content")
    ),
    "tool": frozenset(("role", "content", "tool_call_id")),
}


def check_chat(body: dict[str, Any]) -> None:
    """Everything that the real service checks before it calls a model."""
    check_fields(body, FIELDS, ("model", "messages"))
    if "max_tokens" in body and "max_completion_tokens" in body:
        raise Refused("Setting 'max_tokens' and 'max_completion_tokens' at once is not supported.")
    if "stream_options" in body and not body.get("stream"):
        raise Refused("The 'stream_options' parameter is only allowed when 'stream' is enabled.")
    _check_tools(body)
    messages = body["messages"]
    if not isinstance(messages, list) or not messages:
        raise Refused("[] is too short - 'messages'")
    for index, message in enumerate(messages):
        _check_message(f"messages[{index}]", message)
    _check_pairing(messages)


def _check_tools(body: dict[str, Any]) -> None:
    tools = body.get("tools")
    if tools == []:
        raise Refused("[] is too short - 'tools'")
    if any(tool.get("type") != "function" for tool in tools or ()):
        raise Refused("Invalid value: 'tools[].type'. Supported values are: 'function'.")
    names = check_functions("tools", [tool["function"] for tool in tools or ()])
    choice = body.get("tool_choice")
    if choice is None:
        return
    if not tools:
        raise Refused("'tool_choice' is only allowed when 'tools' are specified.")
    if isinstance(choice, str):
        if choice not in ("auto", "none", "required"):
            raise Refused(f"Invalid value: '{choice}'. Supported values are: 'none', 'auto'.")
    elif choice.get("function", {}).get("name") not in names:
        raise Refused("Invalid value for 'tool_choice': no such tool.")


def _check_message(at: str, message: dict[str, Any]) -> None:
    role = message.get("role")
    if role not in ROLES:
        raise Refused(f"Invalid value: '{role}'. Supported values are: {', '.join(ROLES)}.")
    for field in message:
        if field not in ROLES[role]:
            raise Refused(f"Unrecognized request argument supplied: {at}.{field}")
    content = message.get("content")
    if isinstance(content, list):
        _check_parts(f"{at}.content", role, content)
    elif content is None:
        if role != "assistant" or not message.get("tool_calls"):
            raise Refused(f"Invalid value for 'content': expected a string, got null. ({at})")
    else:
        check_text(f"{at}.content", content)
    if "tool_calls" in message:
        _check_calls(f"{at}.tool_calls", message["tool_calls"])
    if role == "tool":
        check_name(f"{at}.tool_call_id", message.get("tool_call_id"))


def _check_parts(at: str, role: str, parts: list[dict[str, Any]]) -> None:
    if not parts:
        raise Refused(f"Invalid '{at}': empty array.")
    for index, part in enumerate(parts):
        if part.get("type") == "text":
            check_text(f"{at}[{index}].text", part.get("text"))
        elif part.get("type") == "image_url" and role == "user":
            check_picture(f"{at}[{index}].image_url", part["image_url"].get("url"))
        else:
            raise Refused(f"Invalid '{at}[{index}]': {part.get('type')} is not for role {role}.")


def _check_calls(at: str, calls: list[dict[str, Any]]) -> None:
    if not calls:
        raise Refused(f"[] is too short - '{at}'")
    for index, call in enumerate(calls):
        if call.get("type") != "function" or set(call) - {"id", "type", "function"}:
            raise Refused(f"Invalid '{at}[{index}]'.")
        check_name(f"{at}[{index}].id", call.get("id"))
        check_name(f"{at}[{index}].function.name", call["function"].get("name"))
        check_arguments(f"{at}[{index}].function.arguments", call["function"].get("arguments"))


def _check_pairing(messages: list[dict[str, Any]]) -> None:
    waiting: list[str] = []
    for index, message in enumerate(messages):
        if message["role"] == "tool":
            if message["tool_call_id"] not in waiting:
                raise Refused(
                    f"messages[{index}]: messages with role 'tool' must be a response to a "
                    "preceeding message with 'tool_calls'."
                )
            waiting.remove(message["tool_call_id"])
            continue
        if waiting:
            break
        waiting = [call["id"] for call in message.get("tool_calls", ())]
        if len(set(waiting)) < len(waiting):
            raise Refused("Duplicate value for 'tool_call_id'.")
    if waiting:
        raise Refused(
            "An assistant message with 'tool_calls' must be followed by tool messages responding "
            f"to each 'tool_call_id'. The following did not have response messages: {waiting}"
        )
