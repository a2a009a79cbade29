"""`python -m tests.chaos --runs 300 --json figures.json`: exit code 1 when a promise broke."""

import argparse
import asyncio
import json
import sys
from pathlib import Path

from tests.chaos.install import installation


def main() -> int:
    """Start, run, report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=40, help="runs that people ask for")
    parser.add_argument("--sessions", type=int, default=12, help="sessions in use at once")
    parser.add_argument("--people", type=int, default=3, help="persons, each with two tabs")
    parser.add_argument("--pace", type=float, default=3.0, help="mean seconds between two faults")
    parser.add_argument("--seed", type=int, default=1, help="of plans, people and faults")
    parser.add_argument("--json", type=Path, help="where the figures go as JSON")
    given = parser.parse_args()
    with installation() as made:
        import django

        django.setup()
        from tests.chaos.report import table
        from tests.chaos.run import Options, chaos

        options = Options(given.runs, given.people, given.sessions, given.pace, given.seed)
        figures = asyncio.run(chaos(made, options))
    sys.stdout.write(f"{table(figures)}\n")
    broken = {name: found for name, found in figures["breaches"].items() if found}
    for name, found in broken.items():
        sys.stdout.write("\n".join([f"\n{name}:", *found[:20], ""]))
    if given.json:
        given.json.write_text(json.dumps(figures, indent=1, default=str))
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
