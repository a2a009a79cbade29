"""Tools that run at once and side by side, and any tool that is called by its name."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from agency.llm.demo.parts import Call, Part, Say, Think
from agency.llm.demo.scenes.outcomes import missing_tools, quoted
from agency.llm.demo.turn import Turn

STEPS = ("Look for files", "Read one of them", "Say what I found")
_READABLE = re.compile(r"\.(md|txt|py|js|json|toml|csv|html|css)$", re.I)
_BY_NAME = re.compile(r"\b(?:use|call|run)\s+(?:the\s+)?(?:tool\s+)?`?(?P<name>[\w-]+)`?", re.I)


def look_around(turn: Turn) -> list[Part]:
    """A list and a search in parallel, then a file, then a summary."""
    if not turn.offers("TodoWrite", "Glob"):
        return [Say(missing_tools("TodoWrite", "Glob"))]
    if turn.step == 0:
        return [
            Think("Two things do not depend on each other: the list and the search. Both at once."),
            Say("I make a list and look for files, side by side."),
            Call("TodoWrite", {"todos": _todos(0)}),
            Call("Glob", {"pattern": "**/*"}),
        ]
    name = _readable(turn)
    if turn.step == 1 and name is not None and turn.offers("Read"):
        return [
            Say(f"There are files. I read `{name}`."),
            Call("TodoWrite", {"todos": _todos(1)}),
            Call("Read", {"path": name, "limit": 20}),
        ]
    return [Say(_summary(turn))]


def named_tool(turn: Turn) -> list[Part]:
    """The tool that the message names, with input from the message or from its schema."""
    name = tool_named(turn)
    if turn.results:
        told = "\n\n".join(
            f"`{each.name}` {'failed' if each.is_error else 'answered'}:\n\n{quoted(each.content)}"
            for each in turn.results
        )
        return [Say(told)]
    given = _given_input(turn.text) or _least_input(turn.tools[name])
    return [Say(f"I call `{name}` now."), Call(name, given)]


def tool_named(turn: Turn) -> str:
    """The offered tool that the message asks for by name; empty when there is none."""
    for found in _BY_NAME.finditer(turn.text):
        if found["name"] in turn.tools:
            return found["name"]
    return ""


def _todos(done: int) -> list[dict[str, str]]:
    status = ("completed",) * done + ("in_progress",) + ("pending",) * len(STEPS)
    return [{"content": step, "status": state} for step, state in zip(STEPS, status, strict=False)]


def _found(turn: Turn) -> list[str]:
    for result in turn.results:
        if result.name == "Glob" and not result.is_error:
            lines = result.content.splitlines()
            return [line for line in lines if "." in line and not line.startswith(("No file", "["))]
    return []


def _readable(turn: Turn) -> str | None:
    return next((name for name in _found(turn) if _READABLE.search(name)), None)


def _summary(turn: Turn) -> str:
    failed = [result for result in turn.results if result.is_error]
    if failed:
        told = "\n\n".join(f"`{each.name}`:\n\n{quoted(each.content)}" for each in failed)
        return f"Not everything worked, and I go on with what did:\n\n{told}"
    names = _found(turn)
    if not names:
        return (
            "The session's folder is empty, so there is nothing to read. Ask me to write a file, "
            "and look around again."
        )
    read = next((each for each in turn.results if each.name == "Read"), None)
    begins = f" `{read.input['path']}` begins like this:\n\n{quoted(read.content)}" if read else ""
    return f"The folder holds {len(names)} file{'s' if len(names) != 1 else ''}.{begins}"


def _given_input(text: str) -> dict[str, Any] | None:
    start = text.find("{")
    if start < 0:
        return None
    try:
        parsed, _ = json.JSONDecoder().raw_decode(text[start:])
    except ValueError:
        return None
    return parsed if isinstance(parsed, dict) else None


def _least_input(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The smallest input that a schema is likely to take."""
    properties = schema.get("properties", {})
    return {name: _least_value(properties.get(name, {})) for name in schema.get("required", ())}


def _least_value(schema: Mapping[str, Any]) -> Any:
    for field in ("default", "const"):
        if field in schema:
            return schema[field]
    if schema.get("enum"):
        return schema["enum"][0]
    least = {"integer": schema.get("minimum", 1), "number": schema.get("minimum", 1)}
    plain = {"boolean": False, "array": [], "object": {}, "null": None}
    return {**least, **plain}.get(schema.get("type", "string"), "demo")
