"""Writes `static/agency/types/records` from the code: `python -m tests.arch.types_page`.

One file for each module of shapes, one for events and frames. The words of a column become a
union; JSON inside a record, which the server keeps as it came, is named by hand in `parts.d.ts`.
"""

import inspect
import os
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import django
from django.apps import apps
from django.core.exceptions import FieldDoesNotExist
from pydantic import BaseModel

from agency import events
from agency.api import shapes

FOLDER = Path(__file__).resolve().parents[2] / "static/agency/types/records"
HEAD = "// Written by `python -m tests.arch.types_page`; a test compares it with the code.\n"
SCALARS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}
FORMATS = {"uuid": "Id", "date-time": "Time"}
ROWS = {
    "Child": "Session",
    "Launched": "Session",
    "MappedBranch": "Branch",
    "Queued": "QueuedMessage",
}
WORDS = {
    ("Message", "status"): '"complete" | "partial"',
    ("BranchEnd", "role"): '"human" | "ai" | "tool"',
}
PARTS = {
    ("Interruption", "prompt"): "InterruptionPrompt",
    ("Me", "preferences"): "Record<string, unknown>",
    ("Message", "content"): "string | ContentBlock[]",
    ("Run", "error"): "RunError | null",
    ("SessionSnapshot", "stream"): "Stream | null",
    ("ToolCall", "args"): "Record<string, unknown>",
    ("ToolCall", "args_approved"): "Record<string, unknown> | null",
    ("ToolCall", "result"): "ToolResult | null",
}
"""What is known of the JSON inside a record."""
MORE = {"Branch": "BranchEnds", "Message": "MessageParts"}
"""What LangChain, or another answer, adds to a record."""
DATA = {
    "branch": "Branch",
    "branches": "Branch",
    "child": "Session",
    "children": "Session",
    "compaction": "Compaction",
    "interruption": "Interruption",
    "messages": "Message",
    "queue": "Queued",
    "run": "Run",
    "session": "Session",
    "tool_call": "ToolCall",
    "tool_calls": "ToolCall",
    "tool_group": "ToolGroup",
    "usage": "Usage",
}
"""The records that events carry, by the name of the field."""


def shapes_of(module: str) -> list[type[BaseModel]]:
    """The shapes that a module defines, as it orders them; pages are made of them."""
    found = import_module(f"agency.api.shapes.{module}")
    return [
        one
        for _, one in inspect.getmembers(found, inspect.isclass)
        if issubclass(one, BaseModel)
        and one.__module__ == found.__name__
        and not one.__name__.endswith(("Page", "Shape"))
    ]


MODULES = sorted(module.name for module in iter_modules(shapes.__path__))
HOMES = {one.__name__: module for module in MODULES for one in shapes_of(module)}


def words(shape: str, field: str) -> str:
    """The words that a column may hold, as a union; empty when it is free."""
    try:
        column = apps.get_model("agency", ROWS.get(shape, shape))._meta.get_field(field)
    except (LookupError, FieldDoesNotExist):
        return ""
    choices = getattr(column, "choices", None) or ()
    return " | ".join(f'"{word}"' for word, _ in choices)


def typed(schema: dict[str, Any]) -> str:
    """A JSON schema in TypeScript's words."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(typed(one) for one in schema["anyOf"]))
    if "const" in schema:
        return f'"{schema["const"]}"' if isinstance(schema["const"], str) else str(schema["const"])
    if "enum" in schema:
        return " | ".join(f'"{word}"' for word in schema["enum"])
    kind = schema.get("type")
    if kind == "array":
        inner = typed(schema.get("items", {}))
        return f"({inner})[]" if " " in inner and not inner.startswith("Record") else f"{inner}[]"
    if kind == "object":
        inside = schema.get("additionalProperties")
        return f"Record<string, {typed(inside) if isinstance(inside, dict) else 'any'}>"
    if kind == "null":
        return "null"
    return FORMATS.get(schema.get("format", ""), SCALARS.get(str(kind), "any"))


def field_type(shape: str, name: str, schema: dict[str, Any]) -> str:
    """A field's type: by hand, by the column's words, else by its schema."""
    by_hand = PARTS.get((shape, name)) or WORDS.get((shape, name))
    plain = typed(schema)
    if by_hand or "string" not in plain.split(" | "):
        return by_hand or plain
    union = words(shape, name)
    return plain.replace("string", union) if union else plain


def interface(shape: type[BaseModel]) -> str:
    """One record."""
    schema = shape.model_json_schema(ref_template="{model}")
    name, required = shape.__name__, set(schema.get("required", ()))
    lines = [
        f"  {field}{'' if field in required else '?'}: {field_type(name, field, inner)};"
        for field, inner in schema.get("properties", {}).items()
    ]
    if schema.get("additionalProperties") is True:
        lines.append("  [key: string]: any;")
    more = f" extends {MORE[name]}" if name in MORE else ""
    said = (shape.__doc__ or "").strip().splitlines()[0]
    return "\n".join([f"/** {said} */", f"export interface {name}{more} {{", *lines, "}", ""])


def imports(body: str, own: str) -> Iterator[str]:
    """The lines that bring in what a file names and does not define."""
    named = set("".join(char if char.isalnum() else " " for char in body).split())
    for module in MODULES:
        wanted = sorted(one for one, home in HOMES.items() if home == module and one in named)
        if wanted and module != own:
            yield f'import type {{ {", ".join(wanted)} }} from "./{module}";\n'
    known = {"Id", "Time", *MORE.values()}
    for text in PARTS.values():
        known |= {word for word in text.replace("[]", " ").split() if word[0].isupper()}
    known -= {"Record<string,"}
    if wanted := sorted(known & named):
        yield f'import type {{ {", ".join(wanted)} }} from "../parts";\n'


def event_data(event: type[events.Event]) -> str:
    """The `data` of an event's frame."""
    schema = event.model_json_schema()
    fields = []
    for name, inner in schema.get("properties", {}).items():
        kind = DATA.get(name, "")
        many = "[]" if inner.get("type") == "array" else ""
        fields.append(f"{name}: {kind + many if kind else typed(inner)}")
    return f"  {event.topic}: {{ {'; '.join(fields)} }};"


def events_file() -> str:
    """What a session's stream tells."""
    said = [
        line for event in events.EVENTS for line in (f"  /** {first(event)} */", event_data(event))
    ]
    body = "\n".join(["/** The `data` of each `monitor_event`. */", "export interface EventData {"])
    body += "\n" + "\n".join(said) + "\n}\n" + MONITOR
    return HEAD + "\n" + "".join(imports(body, "events")) + "\n" + body


def first(event: type[events.Event]) -> str:
    """The event's sentence."""
    return (inspect.getdoc(event) or "").splitlines()[0]


MONITOR = """
/** A fact of one session, with its place in the stream. */
export type MonitorEvent = {
  [E in keyof EventData]: {
    type: "monitor_event";
    event: E;
    data: EventData[E];
    session_id: Id;
    thread_id: Id;
    run_id?: Id;
    ts: Time;
    stream: string;
    seq: number;
  };
}[keyof EventData];
"""


def files() -> dict[str, str]:
    """Every file with its text."""
    made = {"events.d.ts": events_file()}
    for module in MODULES:
        body = "\n".join(interface(one) for one in shapes_of(module))
        if body:
            lines = "".join(imports(body, module))
            made[f"{module}.d.ts"] = f"{HEAD}\n{lines}{lines and chr(10)}{body}"
    index = "".join(f'export * from "./{name.removesuffix(".d.ts")}";\n' for name in sorted(made))
    return {**made, "index.d.ts": f"{HEAD}\n{index}"}


def main() -> None:
    """Write what has changed; say what has."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in files().items():
        path = FOLDER / name
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
            sys.stdout.write(f"{path.name} is written\n")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "framework.server.settings")
    django.setup()
    main()
