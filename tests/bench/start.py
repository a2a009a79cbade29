"""From a clone to a served page, and again when everything is there already."""

import os
import subprocess
import sys
import time
from pathlib import Path

from framework.embedded.child import end, spawn
from tests.bench.installation import ROOT
from tests.plugin.services import wait_until
from tests.plugin.stack import free_port

READY = b"Agency is ready"
OURS = ("DATABASE_URL", "REDIS_URL", "AGENCY_STATE", "AGENCY_BUS_PREFIX")


def start_figures(folder: Path) -> dict[str, float]:
    """Seconds; the libraries are installed already, so nothing is downloaded."""
    clone = folder / "clone"
    began = time.monotonic()
    subprocess.run(
        ["git", "clone", "--quiet", "--depth", "1", ROOT.as_uri(), str(clone)], check=True
    )
    cloned = time.monotonic() - began
    cold = cloned + _until_ready(clone)
    return {"clone to ready s": cold, "warm start s": _until_ready(clone)}


def _until_ready(clone: Path) -> float:
    log = clone.parent / "up.log"
    env = {key: value for key, value in os.environ.items() if key not in OURS}
    began = time.monotonic()
    with log.open("wb") as out:
        process = spawn(
            [sys.executable, "manage.py", "up", "--no-browser"],
            log=out, cwd=clone, env={**env, "AGENCY_PORT": str(free_port())},
        )  # fmt: skip
    try:
        wait_until(lambda: READY in log.read_bytes(), "The start", 240)
        return time.monotonic() - began
    finally:
        end(process, patience=15)
