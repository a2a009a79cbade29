"""The system prompt, put together from its parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ConnectedTools:
    """A tool server as the model should know it; `connected` False means only installed."""

    name: str
    connected: bool
    tools: Sequence[str] = ()
    account: str = ""
    status: str = ""


@dataclass(frozen=True, slots=True)
class PromptParts:
    """Texts from the general to the particular; empty ones leave no trace."""

    workspace: str = ""
    mode: str = ""
    agent: str = ""
    session: str = ""
    skills: str = ""
    tools: Sequence[ConnectedTools] = field(default_factory=tuple)
    browser: str = ""


def compose_system_prompt(parts: PromptParts) -> str:
    """All parts in one text, a blank line between them.

    The same parts give the same text, letter by letter: providers check it against what
    they saw when they signed a thinking block, and cache it.
    """
    texts = (
        parts.workspace,
        parts.mode,
        parts.agent,
        parts.session,
        parts.skills,
        describe_tools(parts.tools),
        parts.browser,
    )
    return "\n\n".join(stripped for text in texts if (stripped := text.strip()))


def describe_tools(servers: Sequence[ConnectedTools]) -> str:
    """What is connected with which tools, and what could be connected, by name."""
    lines = [_line(server) for server in sorted(servers, key=lambda server: server.name)]
    return "\n".join(["Tool servers:", *lines]) if lines else ""


def _line(server: ConnectedTools) -> str:
    if not server.connected:
        status = f" ({server.status})" if server.status else ""
        return f"- {server.name}: installed, not connected{status}"
    account = f" as {server.account}" if server.account else ""
    status = f", {server.status}" if server.status else ""
    names = ", ".join(sorted(server.tools)) or "no tools"
    return f"- {server.name}: connected{account}{status}: {names}"
