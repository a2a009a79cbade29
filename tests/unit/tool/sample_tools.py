"""Tools that behave and misbehave, at module level so that a host can find them."""

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path

from agency.tool import ToolContext, ToolError, tool


@tool(effect="pure", name="sample_greet")
def greet(ctx: ToolContext, name: str) -> str:
    """Greet."""
    ctx.report_progress(f"greeting {name}")
    sys.stdout.write("this must not disturb the answer\n")
    os.system("echo nor this; cat")
    return f"hello {name} from {os.getpid()}"


@tool(effect="pure", name="sample_value")
def value(ctx: ToolContext) -> dict[str, list[int]]:
    """Return something that is no text."""
    return {"ids": [1, 2]}


@tool(effect="pure", name="sample_refuse")
def refuse() -> str:
    """Refuse."""
    raise ToolError("please do it otherwise")


@tool(effect="pure", name="sample_crash")
def crash(ctx: ToolContext) -> str:
    """Fail in a way nobody foresaw."""
    raise KeyError("missing")


@tool(effect="once", name="sample_die")
def die(ctx: ToolContext) -> str:
    """End the process in the middle of the call."""
    os._exit(7)


@tool(effect="pure", name="sample_exit")
def leave(ctx: ToolContext) -> str:
    """Call sys.exit."""
    sys.exit(3)


@tool(effect="once", name="sample_hang")
def hang(ctx: ToolContext) -> str:
    """Start a child, tell both process ids, and never return."""
    child = subprocess.Popen(["sleep", "600"])
    (ctx.folder / "pids").write_text(f"{os.getpid()} {child.pid}")
    ctx.report_progress("hanging")
    time.sleep(600)
    return "never"


@tool(effect="pure", name="sample_stubborn")
def stubborn(ctx: ToolContext) -> str:
    """Hold the interpreter's lock in C code."""
    import re

    Path(ctx.folder / "pids").write_text(f"{os.getpid()}")
    ctx.report_progress("matching")
    re.match(r"(a+)+$", "a" * 64 + "b")
    return "never"


@tool(effect="pure", name="sample_dirty")
def dirty(ctx: ToolContext) -> str:
    """Return text that no database keeps."""
    return "a\0b\ud800c"


@tool(effect="pure", name="sample_flood")
def flood(ctx: ToolContext, count: int) -> str:
    """Return many wide characters."""
    return "漢" * count


@tool(effect="pure", name="sample_async")
async def later(ctx: ToolContext, words: list[str]) -> str:
    """Join words after a turn of the loop."""
    ctx.report_progress("joining")
    await asyncio.sleep(0)
    return " ".join(words)


@tool(effect="pure", name="sample_async_crash")
async def crash_later(ctx: ToolContext) -> str:
    """Fail in the loop."""
    raise RuntimeError("no luck")


@tool(effect="once", name="sample_async_hang")
async def hang_async(ctx: ToolContext) -> str:
    """Wait for ever."""
    ctx.report_progress("hanging")
    await asyncio.Event().wait()
    return "never"


@tool(effect="once", name="sample_async_deaf")
async def deaf(ctx: ToolContext) -> str:
    """Ignore the first cancellation and stay."""
    try:
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        await asyncio.Event().wait()
    return "never"


@tool(effect="pure", name="sample_environment")
def environment(ctx: ToolContext) -> str:
    """Tell what the process was given."""
    return "\n".join(f"{name}={value}" for name, value in os.environ.items())
