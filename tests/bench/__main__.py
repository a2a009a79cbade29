"""`python -m tests.bench [--quick] [--only part …] [--json file]`."""

import argparse
import json
import os
import platform
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvloop

from tests.bench.figures import Figures
from tests.bench.installation import Installation, load_average
from tests.bench.parts import PARTS, Plan

ARMS = ("product", "client", "sdk")


def options() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="N = 1 and 50, one round")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--n", nargs="+", type=int, default=None, help="how many clients")
    parser.add_argument("--rounds", type=int, default=None, help="how often, arms alternating")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--json", type=Path, default=None)
    parser.add_argument("--keep", action="store_true", help="show the ends of the logs")
    return parser.parse_args()


def say(text: str) -> None:
    """One line for whoever looks at the terminal."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


async def measure(
    place: Installation, plan: Plan, names: list[str], keep: Callable[[Figures], None]
) -> Figures:
    """Run the wanted parts in turn, round by round; `keep` is called after each."""
    figures = Figures()
    for number in range(plan.rounds):
        for name in names:
            say(f"{name}, round {number + 1} of {plan.rounds}: {load_average()}")
            try:
                await PARTS[name](place, plan, figures)
            except (OSError, RuntimeError, AssertionError) as error:
                # The other parts' figures are worth having all the same.
                say(f"  {name} was not measured: {error!r}")
                figures.add(f"{name} failed", "product", 1)
            keep(figures)
    return figures


def main() -> None:
    """Measure and tell."""
    given = options()
    plan = Plan(
        clients=given.n or ([1, 50] if given.quick else [1, 50, 100, 200]),
        rounds=given.rounds or (1 if given.quick else 3),
        quick=given.quick,
        say=say,
    )

    def keep(figures: Figures) -> None:
        if given.json:
            found: dict[str, Any] = {"machine": machine(), "figures": figures.summary()}
            given.json.write_text(json.dumps(found, indent=1))

    with tempfile.TemporaryDirectory(prefix="agency-bench-") as folder:
        place = Installation(Path(folder), workers=given.workers)
        try:
            place.start()
            figures = uvloop.run(measure(place, plan, given.only, keep))
        finally:
            place.stop()
            if given.keep:
                say(place.logs())
    say(f"\n{machine()}\n\n{figures.table(ARMS)}")


def machine() -> str:
    """What the figures were taken on."""
    return f"{os.cpu_count()} cores, Python {platform.python_version()}, {load_average()}"


if __name__ == "__main__":
    main()
