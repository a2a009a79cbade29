"""One call of one tool, from checked arguments to its outcome."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from agency.tool.host import run
from agency.tool.hosts import HostDied, pool
from agency.tool.outcome import ToolOutcome, error_text, result_text, settle
from agency.tool.spec import MAX_PROGRESS, InvalidArguments, ToolContext, ToolError, ToolSpec
from framework.core.errors import AppError
from framework.core.text import strict_json, visible_text

logger = logging.getLogger(__name__)

MAX_ARGUMENT_BYTES = 8 * 1024 * 1024
GRACE = 2.0


def validate_args(spec: ToolSpec, args: Any) -> dict[str, Any]:
    """The arguments as the tool takes them, in JSON; InvalidArguments has a text for the model.

    Of a tool of an outside server only the form is checked: the server knows its own schema.
    """
    if spec.arguments is not None:
        return spec.arguments.check(args)
    if not isinstance(args, Mapping):
        raise InvalidArguments("The arguments must be one JSON object.")
    try:
        checked: dict[str, Any] = strict_json(
            dict(args), field="arguments", max_bytes=MAX_ARGUMENT_BYTES
        )
    except AppError as error:
        raise InvalidArguments(f"{error.detail}.") from error
    return checked


async def execute(
    spec: ToolSpec, ctx: ToolContext, args: Mapping[str, Any], *, timeout: float | None
) -> ToolOutcome:
    """Run the call and return how it ended; every failure of the tool is an error outcome.

    After `timeout` seconds, and when this coroutine is cancelled, the tool's process is killed
    (an async tool is cancelled); only the cancellation itself is raised.
    """
    if spec.kind == "question":
        raise ValueError(f"{spec.name} is answered by a person, not run")
    began = time.monotonic()
    seconds = partial(_since, began)
    try:
        checked = validate_args(spec, args)
        ctx = dataclasses.replace(ctx, report_progress=_bounded(ctx.report_progress))
        work = _run_in_loop if spec.is_async else _run_in_host
        text, is_error = await work(spec, ctx, checked, timeout)
    except ToolError as error:
        text, is_error = str(error), True
    return await settle(text, ctx, is_error=is_error, seconds=seconds)


async def _run_in_loop(
    spec: ToolSpec, ctx: ToolContext, args: dict[str, Any], timeout: float | None
) -> tuple[str, bool]:
    task = asyncio.create_task(_guarded(spec, ctx, args), name=f"tool {spec.name}")
    try:
        await asyncio.wait({task}, timeout=timeout)
    except asyncio.CancelledError:
        await _abandon(task)
        raise
    if not task.done():
        await _abandon(task)
        raise _late(timeout)
    if task.cancelled():
        raise ToolError("The tool cancelled itself.")
    return task.result()


async def _guarded(spec: ToolSpec, ctx: ToolContext, args: dict[str, Any]) -> tuple[str, bool]:
    try:
        return result_text(await run(spec, ctx, args)), False
    except ToolError as error:
        return str(error), True
    except (Exception, SystemExit) as error:
        logger.exception("Tool %s failed", spec.name)
        return error_text(error), True


async def _abandon(task: asyncio.Task[Any]) -> None:
    """Cancel, and leave a tool that will not listen behind rather than hang with it."""
    task.cancel()
    await asyncio.wait({task}, timeout=GRACE)
    if not task.done():
        logger.error("%s ignores its cancellation", task.get_name())


async def _run_in_host(
    spec: ToolSpec, ctx: ToolContext, args: dict[str, Any], timeout: float | None
) -> tuple[str, bool]:
    hosts = await pool()
    try:
        async with hosts.host() as host, asyncio.timeout(timeout):
            answer = await host.call(spec, ctx, args, with_django=_needs_django(spec))
    except TimeoutError as error:
        raise _late(timeout) from error
    except OSError as error:
        raise ToolError(f"No process could be started for the tool: {error}") from error
    except HostDied as error:
        raise ToolError(
            f"The tool's process ended ({error}) before it answered; what it had done by then "
            "is done, the rest is not."
        ) from error
    return answer["text"], answer["is_error"]


def _late(timeout: float | None) -> ToolError:
    return ToolError(
        f"The tool was stopped after {timeout:g} seconds; what it had done by then is done, "
        "the rest is not."
    )


def _needs_django(spec: ToolSpec) -> bool:
    """True for the tools of installed apps, which may use their models."""
    if spec.module_path.startswith("agency.tool.") or "django.apps" not in sys.modules:
        return False
    from django.apps import apps

    module = spec.module_path.partition(":")[0]
    return apps.ready and apps.get_containing_app_config(module) is not None


def _bounded(report: Callable[[str], None]) -> Callable[[str], None]:
    """Progress as storable, short text; a listener that fails is not the tool's failure."""

    def bounded(text: str) -> None:
        try:
            report(visible_text(str(text))[:MAX_PROGRESS])
        except Exception:
            logger.exception("Progress could not be reported")

    return bounded


def _since(began: float) -> float:
    return time.monotonic() - began
