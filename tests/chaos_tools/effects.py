"""The outside world of a chaos run: an append-only log, and named points to die at.

`AGENCY_EFFECT_LOG` names the log. Each line is one JSON object with `call_id`, `run_id`,
`name`, `args`, `pid`, `phase` and `at`; the phases are `begin` and `effect` (the thing happened).
A line is on the disk before the tool goes on.

`AGENCY_CHAOS_KILL` is a comma-separated list of points at which the process that runs the tool
kills itself: `counter_add.before` (after `begin`, before the effect), `counter_add.after`
(after the effect, before the result). Alone, a point kills once in a chaos run; with a
probability, `counter_add.after:0.1`, it may kill each time. `*.before` is every tool's. A sync
tool's process is its host; `worker@slow_sync.after` kills the worker that waits for it.
"""

import json
import os
import random
import signal
import time
from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from agency.tool import ToolContext

LOG = "AGENCY_EFFECT_LOG"
KILL = "AGENCY_CHAOS_KILL"


def log_path() -> Path:
    """The log of this chaos run; there is no default, so that no run goes unlogged."""
    return Path(os.environ[LOG])


def note(ctx: ToolContext, name: str, args: Mapping[str, Any], phase: str) -> None:
    """Append one line, whole and on the disk."""
    line = {
        "call_id": str(ctx.call_id),
        "run_id": str(ctx.run_id),
        "name": name,
        "args": dict(args),
        "pid": os.getpid(),
        "phase": phase,
        "at": time.time(),
    }
    descriptor = os.open(log_path(), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    try:
        os.write(descriptor, json.dumps(line).encode() + b"\n")
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def effect(ctx: ToolContext, name: str, args: Mapping[str, Any]) -> None:
    """The outside effect itself, between the two points at which the process may die."""
    note(ctx, name, args, "begin")
    die_at(f"{name}.before")
    note(ctx, name, args, "effect")
    die_at(f"{name}.after")


def read_log(path: Path) -> list[dict[str, Any]]:
    """Every line of a log; an absent log is an empty one."""
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text().splitlines()]


def die_at(point: str) -> None:
    """Kill this process, or its worker, when the environment says so for this point."""
    for entry in filter(None, os.environ.get(KILL, "").split(",")):
        target, _, rest = entry.rpartition("@")
        pattern, _, chance = rest.partition(":")
        if fnmatchcase(point, pattern) and _is_due(entry, chance):
            os.kill(os.getppid() if target == "worker" else os.getpid(), signal.SIGKILL)
            if target == "worker":
                time.sleep(60)  # the kernel ends this host when its worker is gone


def _is_due(entry: str, chance: str) -> bool:
    if chance:
        return random.random() < float(chance)
    marker = log_path().with_name(f"{log_path().name}.{entry.replace('*', 'every')}.killed")
    try:
        marker.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True
