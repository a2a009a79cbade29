"""The stock linters are set to find what this project forbids."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.arch.source import ROOT

BRANCHES = "".join(f"    if x == {number}:\n        return {number}\n" for number in range(10))
FORBIDDEN = {
    "a function with eleven paths": ("C901", f"def act(x: int) -> int:\n{BRANCHES}    return x\n"),
    "a clock that is not the database's": (
        "TID251",
        "from datetime import datetime\n\nstamp = datetime.now()\n",
    ),
    "a receiver of saves": (
        "TID251",
        "from django.db.models.signals import post_save\n\npost_save.connect(print)\n",
    ),
    "the channel layer": (
        "TID251",
        "from channels.layers import get_channel_layer\n\nlayer = get_channel_layer()\n",
    ),
    "a print": ("T201", 'print("here")\n'),
    "a path by string": ("PTH123", 'text = open("file").read()\n'),
    "a default that is shared": ("B006", "def act(x: list[int] = []) -> None:\n    x.append(1)\n"),
    "an ignore that ignores nothing": ("RUF100", "x = 1  # noqa: E501\n"),
}


def ruff(text: str, path: str = "agency/sample.py") -> str:
    """What the linter says about a file of the product with this text."""
    done = subprocess.run(
        [str(Path(sys.executable).with_name("ruff")), "check", "--output-format=concise",
         f"--stdin-filename={path}", "-"],
        input=text, cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.stdout


@pytest.mark.parametrize("what", FORBIDDEN)
def test_the_linter_finds_what_is_forbidden(what: str) -> None:
    code, text = FORBIDDEN[what]
    assert f" {code} " in ruff(text)


def test_the_linter_lets_ordinary_code_pass() -> None:
    assert "All checks passed" in ruff("def add(a: int, b: int) -> int:\n    return a + b\n")
