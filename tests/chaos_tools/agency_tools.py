"""The tools of chaos runs; see `tests.chaos_tools.effects` for the log and the kill points."""

import asyncio
import json
import time

from agency.tool import ToolContext, ToolError, tool
from tests.chaos_tools.effects import die_at, effect, log_path, note, read_log

MAX_SECONDS = 120.0


@tool(effect="once", parallel=True, default_policy="allow")
async def counter_add(ctx: ToolContext, counter: str, amount: int = 1) -> str:
    """Add to a counter outside the database; doing it twice counts twice."""
    effect(ctx, "counter_add", {"counter": counter, "amount": amount})
    return f"added {amount} to {counter}"


@tool(effect="idempotent", parallel=True, default_policy="allow")
async def ledger_put(ctx: ToolContext, account: str, amount: int) -> str:
    """Enter an amount into a ledger that keeps one entry per call id."""
    # Each attempt is logged; whoever reads the ledger counts call ids.
    effect(ctx, "ledger_put", {"account": account, "amount": amount})
    return f"entered {amount} for {account}"


@tool(effect="pure", parallel=True, default_policy="allow")
async def peek(ctx: ToolContext, counter: str = "a") -> str:
    """Tell the sum of a counter, changing nothing."""
    note(ctx, "peek", {"counter": counter}, "begin")
    die_at("peek.before")
    total = sum(
        line["args"]["amount"]
        for line in read_log(log_path())
        if (line["name"], line["phase"]) == ("counter_add", "effect")
        and line["args"]["counter"] == counter
    )
    return f"{counter} is {total}"


@tool(effect="once", default_policy="allow")
async def slow_once(ctx: ToolContext, seconds: float = 1.0) -> str:
    """Take its time, then have an effect that must not be repeated."""
    note(ctx, "slow_once", {"seconds": seconds}, "begin")
    ctx.report_progress("waiting")
    die_at("slow_once.before")
    await asyncio.sleep(min(seconds, MAX_SECONDS))
    note(ctx, "slow_once", {"seconds": seconds}, "effect")
    die_at("slow_once.after")
    return f"waited {seconds:g} seconds"


@tool(effect="once", default_policy="allow")
def slow_sync(ctx: ToolContext, seconds: float = 1.0) -> str:
    """Block a whole process for a while, then have an effect."""
    note(ctx, "slow_sync", {"seconds": seconds}, "begin")
    ctx.report_progress("blocking")
    die_at("slow_sync.before")
    time.sleep(min(seconds, MAX_SECONDS))
    note(ctx, "slow_sync", {"seconds": seconds}, "effect")
    die_at("slow_sync.after")
    return f"blocked for {seconds:g} seconds"


@tool(effect="pure", default_policy="allow")
async def fail_tool(ctx: ToolContext, text: str = "it failed", expected: bool = True) -> str:
    """Fail, in a way the tool foresaw or in one it did not."""
    note(ctx, "fail_tool", {"text": text, "expected": expected}, "begin")
    raise ToolError(text) if expected else RuntimeError(text)


@tool(effect="once", default_policy="ask")
async def ask_tool(ctx: ToolContext, subject: str) -> str:
    """Do something that a person has to allow first."""
    effect(ctx, "ask_tool", {"subject": subject})
    return f"did {subject}"


@tool(effect="once", default_policy="deny")
async def deny_tool(ctx: ToolContext, subject: str = "it") -> str:
    """Do something that is never allowed."""
    effect(ctx, "deny_tool", {"subject": subject})
    return f"did {subject}"


@tool(effect="pure", parallel=True, default_policy="allow")
def big_output(ctx: ToolContext, characters: int = 100_000, text: str = "漢") -> str:
    """Return a long text."""
    return (text * (characters // len(text) + 1))[:characters]


@tool(effect="pure", parallel=True, default_policy="allow")
async def echo_json(ctx: ToolContext, value: dict[str, str]) -> str:
    """Return the arguments as they arrived."""
    return json.dumps(value, ensure_ascii=False)
