"""A session as a text that people read: front matter, words, tool calls folded away."""

import html
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

Record = Mapping[str, Any]
PLAIN_NAMES = {"human": "You", "ai": "Agent"}
LONGEST = 20_000


def front_matter(facts: Record) -> str:
    """The facts as YAML, each value in JSON's spelling, which YAML takes as it is."""
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in facts.items()]
    return "\n".join(("---", *lines, "---", "", f"# {_line(str(facts.get('name') or 'Session'))}"))


def message_text(role: str, content: Any, *, name: str, at: str) -> str:
    """What was said, under a heading; empty for a message without words or pictures."""
    blocks = content if isinstance(content, list) else [{"type": "text", "text": str(content)}]
    parts = [text for block in blocks if (text := _block(block))]
    return "\n\n".join((f"## {_line(name or PLAIN_NAMES[role])} · {at}", *parts)) if parts else ""


def call_text(call: Record) -> str:
    """A tool call with its input and result, folded."""
    title = html.escape(f"{call['name']} · {call['state']}")
    args = call["args"] if call["args_approved"] is None else call["args_approved"]
    parts = [f"<details><summary>{title}</summary>", _fenced(json.dumps(args, indent=1), "json")]
    if call["result"] is not None:
        parts.append(_fenced(str(call["result"].get("content", ""))))
    return "\n\n".join((*parts, "</details>"))


def _block(block: Any) -> str:
    if isinstance(block, str):
        return block.strip()
    if block.get("type") == "image" and "attachment_id" in block:
        return f"![picture](/api/attachment/{block['attachment_id']}/content/)"
    return str(block.get("text", "")).strip() if block.get("type") == "text" else ""


def _fenced(text: str, kind: str = "") -> str:
    """The text in a fence that nothing in it can close."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    shown = text if len(text) <= LONGEST else f"{text[:LONGEST]}\n…"
    return f"{fence}{kind}\n{shown}\n{fence}"


def _line(text: str) -> str:
    return " ".join(text.split())


def transcript(parts: Sequence[str]) -> str:
    """The parts as one text."""
    return "\n\n".join(part for part in parts if part) + "\n\n"
