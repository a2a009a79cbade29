"""`python -m tests.fakes.model --port N [--load]`: the fake as a process of its own."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys

from tests.fakes.model.app import App
from tests.fakes.model.load import USUAL
from tests.fakes.model.server import serve


async def main(port: int, load: bool) -> None:
    """Serve until told to stop."""
    app = App()
    if load:
        app.state.load = dict(USUAL)
    server, bound = await serve(app, port)
    sys.stdout.write(f"listening on http://127.0.0.1:{bound}\n")
    sys.stdout.flush()
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    await stopped.wait()
    server.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one and prints it")
    parser.add_argument("--load", action="store_true", help="answer with an even stream")
    options = parser.parse_args()
    asyncio.run(main(options.port, options.load))
