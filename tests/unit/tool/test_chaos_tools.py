"""The tools that chaos runs count with can be trusted to count."""

import asyncio
import os
import signal
import sys
from collections import Counter
from pathlib import Path

import pytest

from agency.tool.decorator import spec_of
from agency.tool.execute import execute
from tests.chaos_tools import agency_tools, effects

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.usefixtures("hosts")


@pytest.fixture
def log(tmp_path, monkeypatch):
    path = tmp_path / "effects.jsonl"
    monkeypatch.setenv(effects.LOG, str(path))
    return path


async def call(function, ctx, **args):
    return await execute(spec_of(function), ctx, args, timeout=20)


def phases(log):
    return Counter((line["name"], line["phase"]) for line in effects.read_log(log))


async def test_an_effect_is_logged_with_its_call(ctx, log):
    result = await call(agency_tools.counter_add, ctx, counter="a", amount=2)
    assert result.content == "added 2 to a"
    first, second = effects.read_log(log)
    assert (first["phase"], second["phase"]) == ("begin", "effect")
    assert second["call_id"] == "c1" and second["run_id"] == "r1"
    assert second["args"] == {"counter": "a", "amount": 2}
    assert (await call(agency_tools.peek, ctx)).content == "a is 2"


async def test_a_sync_tool_logs_from_its_own_process(ctx, log, progress):
    assert not (await call(agency_tools.slow_sync, ctx, seconds=0)).is_error
    assert effects.read_log(log)[0]["pid"] != os.getpid()
    assert progress == ["blocking"]


async def test_many_writers_leave_whole_lines(ctx, log):
    await asyncio.gather(
        *(call(agency_tools.slow_sync, ctx, seconds=0) for _ in range(4)),
        *(call(agency_tools.ledger_put, ctx, account="x", amount=1) for _ in range(20)),
    )
    assert phases(log)["ledger_put", "effect"] == 20
    assert phases(log)["slow_sync", "effect"] == 4


@pytest.mark.parametrize(("point", "effects_seen"), [("before", 0), ("after", 1)])
async def test_a_host_dies_once_at_its_point(ctx, log, monkeypatch, point, effects_seen):
    monkeypatch.setenv(effects.KILL, f"slow_sync.{point}")
    assert "SIGKILL" in (await call(agency_tools.slow_sync, ctx, seconds=0)).content
    assert phases(log)["slow_sync", "effect"] == effects_seen
    assert not (await call(agency_tools.slow_sync, ctx, seconds=0)).is_error


WORKER = """
import asyncio, sys
from pathlib import Path
from agency.tool import ToolContext
from agency.tool.decorator import spec_of
from agency.tool.execute import execute
from tests.chaos_tools import agency_tools
ctx = ToolContext("s", "r", "c", Path(sys.argv[1]))
function = getattr(agency_tools, sys.argv[2])
asyncio.run(execute(spec_of(function), ctx, eval(sys.argv[3]), timeout=20))
"""


@pytest.mark.parametrize(
    ("kill", "name", "args"),
    [
        ("counter_add.after", "counter_add", {"counter": "a"}),
        ("worker@slow_sync.after", "slow_sync", {"seconds": 0}),
    ],
)
async def test_a_worker_dies_after_the_effect(ctx, log, kill, name, args):
    worker = await asyncio.create_subprocess_exec(
        sys.executable, "-c", WORKER, str(ctx.folder), name, repr(args),
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT), effects.KILL: kill},
    )  # fmt: skip
    assert await asyncio.wait_for(worker.wait(), 20) == -signal.SIGKILL
    assert phases(log)[name, "effect"] == 1


async def test_the_failing_and_the_asking_tool_do_as_they_say(ctx, log):
    assert (await call(agency_tools.fail_tool, ctx)).content == "it failed"
    unforeseen = await call(agency_tools.fail_tool, ctx, expected=False)
    assert unforeseen.content == "RuntimeError: it failed"
    policies = {
        function: spec_of(function).default_policy
        for function in (agency_tools.ask_tool, agency_tools.deny_tool)
    }
    assert policies == {agency_tools.ask_tool: "ask", agency_tools.deny_tool: "deny"}
