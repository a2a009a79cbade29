"""The process that runs sync tools: `python -m agency.tool.host LIFELINE`.

It reads one call per line from its input and answers with lines of JSON: any number of
`{"progress": text}`, then `{"text": …, "is_error": …}`. It serves one call at a time. What the
tool prints goes to the log, never between the answers.

Note: dying with the worker. A tool may sit in C code that holds the interpreter's lock, so no
thread of this process can be trusted to notice. LIFELINE is a pipe that carries nothing; when
the worker that holds its other end is gone the kernel itself kills this process group, the
tool's own children included. Where the kernel cannot (not Linux), a thread that waits for the
end of the input does the same.
"""

import fcntl
import importlib
import json
import logging
import operator
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import Any, BinaryIO

from agency.tool.decorator import spec_of
from agency.tool.outcome import error_text, result_text
from agency.tool.spec import MAX_PROGRESS, ToolContext, ToolError, ToolSpec

F_SETSIG = 10  # Linux; not among Python's names


def main() -> None:
    """Serve calls until the input ends."""
    orders, answers = _private_pipes()
    _hold(int(sys.argv[1]))
    calls: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(orders, calls), daemon=True).start()

    def send(answer: dict[str, Any]) -> None:
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()

    while True:
        send(answer_call(calls.get(), send))


def answer_call(call: dict[str, Any], send: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    """Run one call; whatever the tool raises becomes an answer."""
    try:
        spec = _load(call)
        ctx = ToolContext(
            session_id=call["session_id"],
            run_id=call["run_id"],
            call_id=call["call_id"],
            folder=Path(call["folder"]),
            report_progress=lambda text: send({"progress": str(text)[:MAX_PROGRESS]}),
            outputs=Path(call["outputs"]) if call["outputs"] else None,
        )
        return {"text": result_text(run(spec, ctx, call["args"])), "is_error": False}
    except ToolError as error:
        return {"text": result_text(str(error)), "is_error": True}
    except BaseException as error:
        logging.getLogger(__name__).exception("Tool %s failed", call["tool"])
        return {"text": result_text(error_text(error)), "is_error": True}
    finally:
        _close_connections()


def run(spec: ToolSpec, ctx: ToolContext, args: dict[str, Any]) -> Any:
    """Call the tool's function; for an async one this makes its coroutine."""
    if spec.function is None or spec.arguments is None:
        raise LookupError(f"{spec.name} has no function here")
    values = spec.arguments.values(args)
    return spec.function(*([ctx] if spec.arguments.takes_context else []), **values)


def _load(call: dict[str, Any]) -> ToolSpec:
    if call["django"]:
        import django
        from django.apps import apps

        if not apps.ready:
            django.setup()
    module, _, name = call["tool"].partition(":")
    start: Any = importlib.import_module(module)
    return spec_of(reduce(getattr, name.split("."), start))


def _close_connections() -> None:
    """A host may rest for hours; the database should not keep a place for it."""
    if (db := sys.modules.get("django.db")) is not None:
        operator.attrgetter("connections")(db).close_all()


def _private_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The two pipes, out of reach of the tool and of the processes it starts."""
    orders, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return orders, answers


def _hold(lifeline: int) -> None:
    os.set_inheritable(lifeline, False)
    if sys.platform != "linux":
        return
    fcntl.fcntl(lifeline, fcntl.F_SETOWN, -os.getpgrp())
    fcntl.fcntl(lifeline, F_SETSIG, signal.SIGKILL)
    flags = fcntl.fcntl(lifeline, fcntl.F_GETFL)
    fcntl.fcntl(lifeline, fcntl.F_SETFL, flags | os.O_ASYNC)


def _listen(orders: BinaryIO, calls: queue.SimpleQueue[dict[str, Any]]) -> None:
    for line in orders:
        calls.put(json.loads(line))
    os.killpg(os.getpgrp(), signal.SIGKILL)


if __name__ == "__main__":
    main()
