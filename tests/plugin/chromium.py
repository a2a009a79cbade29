"""A browser for the tests: one that is here, else one that can be had."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class NoBrowser(Exception):
    """There is no Chromium and none could be installed."""


def find_or_get_chromium() -> str:
    """The path of a Chromium; installed first where that is possible."""
    found = find_chromium()
    if not found:
        get_from_playwright()
        found = find_chromium()
    if not found and os.geteuid() == 0 and shutil.which("apt-get"):
        get_from_debian()
        found = find_chromium()
    if not found:
        raise NoBrowser(
            "The browser tests need Chromium: install it (on Debian: apt install chromium), "
            "or name one in AGENCY_TEST_CHROMIUM."
        )
    return found


def find_chromium() -> str:
    """A Chromium of this machine, else Playwright's own, else nothing."""
    if given := os.environ.get("AGENCY_TEST_CHROMIUM"):
        return given
    for name in NAMES:
        if path := shutil.which(name):
            return path
    cache = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache/ms-playwright")
    programs = sorted(cache.glob("chromium-*/chrome-linux*/chrome"))
    programs += sorted(cache.glob("chromium-*/chrome-mac*/*.app/Contents/MacOS/*"))
    return str(programs[-1]) if programs else ""


def get_from_playwright() -> None:
    """Playwright's build; a machine without its download server is told so within minutes."""
    attempt([sys.executable, "-m", "playwright", "install", "chromium"], seconds=180)


def get_from_debian() -> None:
    """Debian's package."""
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    attempt(["apt-get", "update", "-q"], seconds=180, env=env)
    attempt(
        ["apt-get", "install", "-q", "-y", "--no-install-recommends", "chromium"],
        seconds=400,
        env=env,
    )


def attempt(command: list[str], *, seconds: float, env: dict[str, str] | None = None) -> None:
    """Run something that may fail; whether it helped is seen by looking again."""
    print(f"Getting a browser: {' '.join(command)}", flush=True)
    try:
        subprocess.run(command, env=env, timeout=seconds, check=False, stdout=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired) as error:
        print(f"That did not work: {error}", flush=True)
