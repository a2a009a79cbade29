"""A small storm: people use a real installation while its processes are killed and frozen.

`python -m tests.chaos --runs 300` is the large one. Both tell their seed, which draws the same
plans, people and faults again; what then happens depends on the moment.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.plugin.stack import ROOT

pytestmark = pytest.mark.crash

RUNS = os.environ.get("AGENCY_CHAOS_RUNS", "40")
SEED = os.environ.get("AGENCY_SEED", "1")
LIMIT_SECONDS = 600


def test_a_storm_of_faults_loses_doubles_and_blocks_nothing(tmp_path: Path) -> None:
    figures = tmp_path / "figures.json"
    storm = [sys.executable, "-m", "tests.chaos", "--runs", RUNS, "--seed", SEED]
    own = {key: value for key, value in os.environ.items() if not key.startswith("AGENCY_")}
    done = subprocess.run(
        [*storm, "--json", str(figures)],
        cwd=ROOT,
        env={key: own[key] for key in own if key not in ("DATABASE_URL", "REDIS_URL")},
        capture_output=True,
        text=True,
        timeout=LIMIT_SECONDS,
        check=False,
    )
    sys.stdout.write(done.stdout)
    assert figures.exists(), done.stderr
    found = json.loads(figures.read_text())
    assert {name: rows for name, rows in found["breaches"].items() if rows} == {}
    # A storm in which nothing happened would prove nothing.
    assert found["faults"]["total"] >= 3
    assert found["outcomes"]["runs"].get("done", 0) >= int(RUNS) // 2
