"""One call, however it ends."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from agency.tool import ToolSpec, execute, hosts, outcome
from agency.tool.builtin.ask_human import ask_human
from agency.tool.decorator import spec_of
from agency.tool.spec import InvalidArguments
from tests.unit.tool import sample_tools
from tests.unit.tool.waiting import eventually, is_running

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.usefixtures("hosts")


async def call(function, ctx, *, timeout=20.0, **args):
    return await execute.execute(spec_of(function), ctx, args, timeout=timeout)


def pids(ctx):
    path = ctx.folder / "pids"
    return [int(pid) for pid in path.read_text().split()] if path.exists() else []


async def test_a_sync_tool_answers_from_another_process_and_reports_progress(ctx, progress):
    result = await call(sample_tools.greet, ctx, name="Ada")
    assert result.content.startswith("hello Ada from ")
    assert not result.is_error
    assert int(result.content.split()[-1]) != os.getpid()
    assert progress == ["greeting Ada"]
    assert result.seconds > 0


async def test_a_warm_host_serves_the_next_call_too(ctx):
    first = await call(sample_tools.greet, ctx, name="a")
    second = await call(sample_tools.greet, ctx, name="a")
    assert first.content == second.content


async def test_calls_at_once_get_a_host_each(ctx):
    results = await asyncio.gather(*(call(sample_tools.greet, ctx, name="a") for _ in range(3)))
    assert len({result.content for result in results}) == 3


async def test_a_value_that_is_no_text_becomes_json(ctx):
    result = await call(sample_tools.value, ctx)
    assert result.content == '{\n  "ids": [\n    1,\n    2\n  ]\n}'


async def test_an_async_tool_runs_in_the_loop(ctx, progress):
    result = await call(sample_tools.later, ctx, words=["a", "b"])
    assert (result.content, result.is_error, progress) == ("a b", False, ["joining"])


@pytest.mark.parametrize(
    ("function", "text"),
    [
        (sample_tools.refuse, "please do it otherwise"),
        (sample_tools.crash, "KeyError: 'missing'"),
        (sample_tools.crash_later, "RuntimeError: no luck"),
        (sample_tools.leave, "SystemExit: 3"),
    ],
)
async def test_what_a_tool_raises_is_an_error_for_the_model(ctx, function, text):
    result = await call(function, ctx)
    assert (result.content, result.is_error) == (text, True)


async def test_a_host_that_dies_in_the_call_is_an_error_and_the_next_call_works(ctx):
    result = await call(sample_tools.die, ctx)
    assert result.is_error
    assert "ended (exit code 7) before it answered" in result.content
    assert not (await call(sample_tools.greet, ctx, name="a")).is_error


async def test_a_host_that_died_at_rest_is_replaced(ctx):
    first = await call(sample_tools.greet, ctx, name="a")
    pid = int(first.content.split()[-1])
    os.kill(pid, signal.SIGKILL)
    (resting,) = (await hosts.pool())._idle
    await eventually(lambda: not resting.is_fit)
    second = await call(sample_tools.greet, ctx, name="a")
    assert not second.is_error and second.content != first.content


async def test_a_late_tool_is_killed_with_its_children(ctx):
    result = await call(sample_tools.hang, ctx, timeout=1.0)
    assert result.is_error
    assert "stopped after 1 seconds" in result.content
    host, child = pids(ctx)
    await eventually(lambda: not is_running(host) and not is_running(child))
    with pytest.raises(ChildProcessError):
        os.waitpid(host, os.WNOHANG)  # reaped, no zombie is left to us


async def test_a_tool_in_c_code_is_killed_all_the_same(ctx):
    result = await call(sample_tools.stubborn, ctx, timeout=1.0)
    assert result.is_error
    assert not is_running(pids(ctx)[0])


async def test_a_cancelled_call_kills_its_tool_before_it_returns(ctx, progress):
    running = asyncio.create_task(call(sample_tools.hang, ctx, timeout=None))
    await eventually(lambda: progress)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert not any(map(is_running, pids(ctx)))


async def test_a_call_cancelled_while_its_host_starts_leaves_no_process(ctx, monkeypatch):
    original, began, started = hosts.Host.start, asyncio.Event(), []

    async def start():
        began.set()
        started.append(await original())
        return started[0]

    monkeypatch.setattr(hosts.Host, "start", start)
    running = asyncio.create_task(call(sample_tools.greet, ctx, name="a"))
    await began.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    await eventually(lambda: started and started[0].process.returncode is not None)


async def test_closing_the_hosts_ends_a_busy_call_with_an_error(ctx, progress):
    running = asyncio.create_task(call(sample_tools.hang, ctx, timeout=None))
    await eventually(lambda: progress)
    await hosts.close_hosts()
    assert (await running).is_error
    assert not any(map(is_running, pids(ctx)))


async def test_an_async_tool_is_cancelled_when_it_is_late_or_stopped(ctx, progress):
    assert (await call(sample_tools.hang_async, ctx, timeout=0.05)).is_error
    progress.clear()
    running = asyncio.create_task(call(sample_tools.hang_async, ctx, timeout=None))
    await eventually(lambda: progress)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


async def test_an_async_tool_that_ignores_its_cancellation_is_left_behind(ctx, monkeypatch):
    monkeypatch.setattr(execute, "GRACE", 0.05)
    result = await call(sample_tools.deaf, ctx, timeout=0.05)
    assert result.is_error


async def test_wrong_arguments_are_an_error_that_helps_and_nothing_runs(ctx, progress):
    result = await call(sample_tools.greet, ctx, nome="Ada")
    assert result.is_error
    assert "name is missing" in result.content
    assert "nome is not an argument of this tool" in result.content
    assert progress == []


async def test_nul_and_lone_surrogates_become_visible(ctx):
    result = await call(sample_tools.dirty, ctx)
    assert result.content == "a\u2400b\ufffdc"


async def test_a_large_result_shows_both_ends_and_is_kept_whole(ctx):
    result = await call(sample_tools.flood, ctx, count=20_000)
    assert result.full == "漢" * 20_000
    assert len(result.content.encode()) <= outcome.MAX_BYTES
    assert "\ufffd" not in result.content
    assert result.content.startswith("漢") and result.content.endswith("漢")
    assert 'ReadOutput with call_id "c1"' in result.content
    assert outcome.output_path(ctx.outputs, "c1").read_text() == result.full


async def test_a_result_at_the_limit_is_shown_whole(ctx):
    text = "x" * outcome.MAX_BYTES
    settled = await outcome.settle(text, ctx, is_error=False, seconds=lambda: 0.0)
    assert (settled.content, settled.full) == (text, None)


async def test_a_listener_that_fails_does_not_fail_the_tool(ctx):
    def fail(text):
        raise RuntimeError("nobody listens")

    broken = execute.dataclasses.replace(ctx, report_progress=fail)
    assert not (await call(sample_tools.greet, broken, name="a")).is_error


async def test_a_question_is_never_run(ctx):
    with pytest.raises(ValueError, match="answered by a person"):
        await call(ask_human, ctx, question="why?")


def test_the_arguments_of_an_outside_tool_are_checked_for_form_only():
    spec = ToolSpec(name="mcp__x__y", description="", input_schema={})
    assert execute.validate_args(spec, {"any": 1}) == {"any": 1}
    for wrong in ([], {"a": "\0"}, {"a": float("nan")}):
        with pytest.raises(InvalidArguments):
            execute.validate_args(spec, wrong)


WORKER = """
import asyncio, sys
from pathlib import Path
from agency.tool import ToolContext
from agency.tool.decorator import spec_of
from agency.tool.execute import execute
from tests.unit.tool import sample_tools
ctx = ToolContext("s", "r", "c", Path(sys.argv[1]), lambda text: print(text, flush=True))
function = getattr(sample_tools, sys.argv[2])
asyncio.run(execute(spec_of(function), ctx, {}, timeout=None))
"""


@pytest.mark.parametrize("name", ["hang", "stubborn"])
async def test_hosts_die_with_their_worker_whatever_they_are_doing(ctx, name):
    worker = await asyncio.create_subprocess_exec(
        sys.executable, "-c", WORKER, str(ctx.folder), name,
        stdout=subprocess.PIPE, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert await asyncio.wait_for(worker.stdout.readline(), 20)
    worker.kill()
    await worker.wait()
    await eventually(lambda: not any(map(is_running, pids(ctx))))


async def test_a_tools_process_is_given_no_providers_key(ctx, monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "canary-in-the-environment")
    result = await call(sample_tools.environment, ctx)
    assert "PATH=" in result.content
    assert "canary" not in result.content
