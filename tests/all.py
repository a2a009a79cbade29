"""Runs every check of the project: `python3 manage.py test [STAGE ...] [-- PYTEST ARGUMENTS]`.

Stages: format lint types imports js pytest; types goes on beside the tests. All run, even when one
fails, and the exit code says whether all passed.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.plugin.chromium import NoBrowser, find_or_get_chromium  # noqa: E402 (needs the path)

SIDE_BY_SIDE = ["-n", "2", "--dist", "loadscope", "--no-loadscope-reorder"]
SOURCES = ["manage.py", "framework", "agency", "tests"]


@dataclass(frozen=True)
class Outcome:
    """How a stage ended."""

    stage: str
    passed: bool
    seconds: float
    output: str


def program(name: str, *flags: str) -> list[str]:
    """A tool of this environment."""
    return [str(Path(sys.executable).with_name(name)), *flags]


STATIC: dict[str, Callable[[], list[str]]] = {
    "format": lambda: program("ruff", "format", "--check", *SOURCES),
    "lint": lambda: program("ruff", "check", *SOURCES),
    "imports": lambda: program("lint-imports"),
    "types": lambda: ["nice", sys.executable, "-m", "mypy", "manage.py", "framework", "agency"],
    "js": lambda: ["sh", "tests/js/run"],
}

ORDER = ["types", *(stage for stage in STATIC if stage != "types")]


def run_static(stage: str) -> Outcome:
    """One stage that needs no server; its output is kept for the end."""
    began = time.monotonic()
    done = subprocess.run(
        STATIC[stage](), cwd=ROOT, capture_output=True, text=True, check=False, env=environment()
    )
    return Outcome(stage, done.returncode == 0, time.monotonic() - began, done.stdout + done.stderr)


def environment() -> dict[str, str]:
    """The tools of this environment first on the path."""
    tools = str(Path(sys.executable).parent)
    return {**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ.get('PATH', '')}"}


def run_pytest(flags: list[str]) -> Outcome:
    """All tests, printed as they go, two files at a time, each lane with servers of its own."""
    began = time.monotonic()
    env = environment()
    try:
        env["AGENCY_TEST_CHROMIUM"] = find_or_get_chromium()
    except NoBrowser as problem:
        return Outcome("pytest", False, time.monotonic() - began, str(problem))
    command = [sys.executable, "-m", "pytest", "-q", *(flags or SIDE_BY_SIDE)]
    done = subprocess.run(command, cwd=ROOT, env=env, check=False)
    return Outcome("pytest", done.returncode == 0, time.monotonic() - began, "")


def report(outcome: Outcome) -> Outcome:
    """One line when it passed, everything it said when not."""
    verdict = "passed" if outcome.passed else "FAILED"
    if not outcome.passed:
        print(outcome.output)
    print(f"{outcome.stage}: {verdict} in {outcome.seconds:.0f} s", flush=True)
    return outcome


def main() -> int:
    """The static stages, then the tests; types take long and only need what the rest leaves."""
    words = sys.argv[1:]
    cut = words.index("--") if "--" in words else len(words)
    stages, flags = words[:cut], words[cut + 1 :]
    if unknown := set(stages) - {*STATIC, "pytest"}:
        print(f"There is no stage {', '.join(sorted(unknown))}.\n{__doc__}")
        return 2
    wanted = stages or [*STATIC, "pytest"]
    with ThreadPoolExecutor(2) as lanes:
        begun = {stage: lanes.submit(run_static, stage) for stage in ORDER if stage in wanted}
        beside = begun.pop("types", None)
        outcomes = [report(one.result()) for one in begun.values()]
        if "pytest" in wanted:
            outcomes.append(report(run_pytest(flags)))
        outcomes += [report(beside.result())] if beside else []
    failed = [outcome.stage for outcome in outcomes if not outcome.passed]
    print(f"All {len(outcomes)} stages passed." if not failed else f"Failed: {', '.join(failed)}.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
