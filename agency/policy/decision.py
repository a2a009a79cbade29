"""Whether a tool call may run: allow, ask or deny. Pure: no clock, no database, no files.

The caller passes the rules that are in force (expired ones left out). Any matching deny wins;
else the closest scope that has a matching rule decides (session, agent, workspace), within it
the longest pattern; else the tool's own default. Two things then turn an allow into ask: a tool
nobody knows, and an argument that deserves a look (a path outside the folder or one that names
a secret, a command that chains others, a web address with a name in front of the host). Only a
rule written for that exact argument, which a person has therefore seen, passes the second.

Note: matching is not symmetric. An allow matches narrowly (every path, command and address of
the call, commands only letter by letter); ask and deny match widely (any of them, patterns in
commands too, without regard to case), so a doubt never ends in an allow.
"""

from __future__ import annotations

import glob
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, Literal

from agency.policy import addresses
from agency.policy.paths import (
    folder_path,
    is_outside,
    is_secret_path,
    path_covered,
    path_matches,
)

Outcome = Literal["allow", "ask", "deny"]
Scope = Literal["session", "agent", "workspace"]
Nature = Literal["path", "command", "url"]

SCOPES: tuple[Scope, ...] = ("session", "agent", "workspace")
STRICTNESS: Mapping[Outcome, int] = {"allow": 0, "ask": 1, "deny": 2}
SPELLINGS: Mapping[Nature, Callable[[str], str]] = {
    "path": glob.escape,
    "command": str,
    "url": addresses.spelled,
}
CHAINING = re.compile(r"[;&|<>\n\r`]|\$[({]")


@dataclass(frozen=True)
class Rule:
    """One row of policy: the tools it names and what it says about them."""

    scope: Scope
    pattern: str
    outcome: Outcome
    argument: str | None = None
    id: str | None = None


@dataclass(frozen=True)
class ToolFacts:
    """What policy needs to know of a tool; `sensitive` says what its named arguments are."""

    name: str
    default_policy: Outcome = "ask"
    kind: Literal["function", "question", "child"] = "function"
    sensitive: Mapping[str, Nature] = field(default_factory=dict)
    known: bool = True

    @classmethod
    def unknown(cls, name: str) -> ToolFacts:
        """A tool that no registry and no server offers now."""
        return cls(name=name, known=False)


@dataclass(frozen=True)
class Origin:
    """Where a decision came from: a rule of a scope, the tool's default, or neither."""

    scope: Scope | Literal["tool", "unknown"]
    pattern: str | None = None
    argument: str | None = None
    rule_id: str | None = None

    def __str__(self) -> str:
        if self.scope == "tool":
            return "the tool's default"
        if self.scope == "unknown":
            return "the default for unknown tools"
        shown = self.pattern if self.argument is None else f"{self.pattern} ({self.argument})"
        return f"{self.scope} rule {shown}"


@dataclass(frozen=True)
class Decision:
    """The outcome, the rule or default it came from, and a sentence for people."""

    outcome: Outcome
    origin: Origin
    reason: str


def decide(
    rules: Iterable[Rule], tool: ToolFacts, args: Mapping[str, Any], folder: str | None = None
) -> Decision:
    """What the rules in force say about this call; their order does not matter.

    `folder` is the session's folder as an absolute path; without it every absolute path counts
    as outside. A question always reaches its person, whatever the rules say.
    """
    if tool.kind == "question":
        return Decision("allow", Origin("tool"), "A question always reaches a person.")
    call = _Call(tool, args, folder)
    matching = [rule for rule in rules if call.matches(rule)]
    if denying := [rule for rule in matching if rule.outcome == "deny"]:
        return _by_rule(_closest(denying))
    if not tool.known:
        return Decision("ask", Origin("unknown"), f"No tool named {tool.name} is known now.")
    if not matching:
        reason = f"No rule speaks of {tool.name}, so its own default counts."
        decision = Decision(tool.default_policy, Origin("tool"), reason)
        return _look_closer(decision, call)
    rule = _closest(matching)
    decision = _by_rule(rule)
    return decision if call.was_seen(rule) else _look_closer(decision, call)


def remember_rule(
    scope: Scope, tool: ToolFacts, args: Mapping[str, Any], folder: str | None = None
) -> Rule:
    """The rule that "always allow" writes after a person allowed this very call.

    For tools with a path, command or address that argument and no other is allowed.
    """
    return Rule(
        scope=scope,
        pattern=glob.escape(tool.name),
        outcome="allow",
        argument=_Call(tool, args, folder).exact,
    )


class _Call:
    """One call, its sensitive arguments normalised."""

    def __init__(self, tool: ToolFacts, args: Mapping[str, Any], folder: str | None) -> None:
        self.tool = tool
        self.values: list[tuple[Nature, str]] = []
        self.unreadable: list[str] = []
        spelled = {}
        for name, nature in sorted(tool.sensitive.items()):
            value = args.get(name)
            if nature == "path":
                value = value or "."
            if value is not None:
                spelled[name] = self._take(name, nature, value, folder)
        self.exact = _exact_argument(tool, spelled)

    def _take(self, name: str, nature: Nature, value: Any, folder: str | None) -> Any:
        """Keep the argument's texts; returns it as a rule for it alone spells it."""
        if isinstance(value, list):
            return [self._take(name, nature, item, folder) for item in value]
        if not isinstance(value, str):
            self.unreadable.append(name)
            return value
        text = folder_path(value, folder) if nature == "path" else value
        self.values.append((nature, text))
        return SPELLINGS[nature](text)

    def matches(self, rule: Rule) -> bool:
        if not fnmatchcase(self.tool.name, rule.pattern):
            return False
        if rule.argument is None or self.was_seen(rule):
            return True
        if rule.outcome == "allow":
            return (
                bool(self.values)
                and not self.unreadable
                and all(_allows(rule.argument, *value) for value in self.values)
            )
        return any(_warns(rule.argument, *value) for value in self.values)

    def was_seen(self, rule: Rule) -> bool:
        """True for a rule that was written for exactly these arguments."""
        return rule.argument is not None and rule.argument == self.exact

    def concern(self) -> str | None:
        """Why a person should look at the call, or None."""
        if self.unreadable:
            return f"{self.unreadable[0]} is not text, so no rule can judge it"
        return next(filter(None, (_concern(*value) for value in self.values)), None)


def _exact_argument(tool: ToolFacts, spelled: Mapping[str, Any]) -> str | None:
    """What a rule for this call alone has as argument; None when the tool has nothing to name."""
    if not tool.sensitive:
        return None
    only = next(iter(spelled.values()), None)
    if len(tool.sensitive) == 1 and isinstance(only, str):
        return only
    return json.dumps(spelled, ensure_ascii=False, sort_keys=True, default=str)


def _closest(rules: list[Rule]) -> Rule:
    return max(
        rules,
        key=lambda rule: (
            -SCOPES.index(rule.scope),
            len(rule.pattern),
            glob.escape(rule.pattern) == rule.pattern,
            rule.argument is not None,
            len(rule.argument or ""),
            STRICTNESS[rule.outcome],
            # The rest only makes the choice among equals independent of their order.
            rule.pattern,
            rule.argument or "",
            rule.id or "",
        ),
    )


def _by_rule(rule: Rule) -> Decision:
    origin = Origin(rule.scope, rule.pattern, rule.argument, rule.id)
    verb = {"allow": "allows this", "ask": "asks a person", "deny": "denies this"}[rule.outcome]
    return Decision(rule.outcome, origin, f"The {origin} {verb}.")


def _look_closer(decision: Decision, call: _Call) -> Decision:
    concern = call.concern() if decision.outcome == "allow" else None
    if concern is None:
        return decision
    return Decision("ask", decision.origin, f"{decision.reason[:-1]}, but {concern}.")


def _concern(nature: Nature, value: str) -> str | None:
    if nature == "path":
        if is_outside(value):
            return f"{value} is outside the session's folder"
        return f"{value} may hold a secret" if is_secret_path(value) else None
    if nature == "command":
        return "the command chains or redirects" if CHAINING.search(value) else None
    return addresses.concern(value)


def _allows(argument: str, nature: Nature, value: str) -> bool:
    if nature == "path":
        return not is_outside(value) and path_matches(argument, value)
    return nature == "url" and addresses.allowed_by(argument, value)


def _warns(argument: str, nature: Nature, value: str) -> bool:
    if nature == "path":
        return path_covered(argument, value)
    if nature == "command":
        spaced = " ".join(value.split())
        return value == argument or fnmatchcase(spaced.casefold(), argument.casefold())
    return addresses.covered_by(argument, value)
