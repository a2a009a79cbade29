"""What the fake model does with a message: a plan written into the message itself."""

import json
from random import Random
from typing import Any

Step = dict[str, Any]
WORDS = "So it goes on and on, word after word, until somebody has heard enough. "


def plan_text(chance: Random, number: int) -> str:
    """A person's words with the plan that the model follows, step by step."""
    steps = [_tools(chance) for _ in range(chance.choice((0, 1, 1, 2, 3)))]
    if chance.random() < 0.3:
        steps.append({"text": WORDS * chance.randint(1, 4), "gap": 0.03})
    if chance.random() < 0.03:
        steps.append({"text": WORDS, "cut": {"after_deltas": 3}})
    return f"Task {number}, please.\nPLAN: {json.dumps(steps)}"


def _tools(chance: Random) -> Step:
    kinds = (
        *(_counters, _counters, _entries, _slow, _approval, _mixed, _question, _failing),
        *(_children, _children),
    )
    return {"text": "Let me see.", "tools": chance.choice(kinds)(chance)}


def _call(name: str, **given: Any) -> Step:
    return {"name": name, "input": given}


def _counters(chance: Random) -> list[Step]:
    return [_call("counter_add", counter=chance.choice("abc")) for _ in range(chance.randint(1, 3))]


def _entries(chance: Random) -> list[Step]:
    return [_call("ledger_put", account="a", amount=1), _call("peek", counter="a")]


def _slow(chance: Random) -> list[Step]:
    name = chance.choice(("slow_once", "slow_sync"))
    return [_call(name, seconds=round(chance.uniform(0.2, 2), 2))]


def _approval(chance: Random) -> list[Step]:
    return [_call("ask_tool", subject=f"thing {n}") for n in range(chance.randint(1, 2))]


def _mixed(chance: Random) -> list[Step]:
    return [*_counters(chance), *_approval(chance), _call("peek")]


def _question(chance: Random) -> list[Step]:
    options = [{"label": "red"}, {"label": "blue"}]
    asked = [{"question": "Which?", "header": "Colour", "options": options, "multi": False}]
    one = _call("ask_human", question="Which?")
    return [chance.choice((one, _call("AskUserQuestion", questions=asked)))]


def _children(chance: Random) -> list[Step]:
    """One or two sessions that work for the call, beside a tool of its own."""
    begun = [
        _call("Agent", description=f"Part {n}", prompt=f"PLAN: {json.dumps([_part(chance)])}")
        for n in range(chance.randint(1, 2))
    ]
    return [*begun, *_counters(chance)]


def _part(chance: Random) -> Step:
    """What a child does; none begins children of its own."""
    kinds = (_counters, _entries, _slow, _approval, _question, _failing)
    return {"text": "My part.", "tools": chance.choice(kinds)(chance)}


def _failing(chance: Random) -> list[Step]:
    return [_call("fail_tool", expected=chance.random() < 0.5), _call("deny_tool")]
