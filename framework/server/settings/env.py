"""The environment, read in one place."""

from pathlib import Path

import environ

env = environ.Env()

ROOT = Path(__file__).resolve().parents[3]
"""The folder that holds manage.py."""


def state_folder() -> Path:
    """Where this installation keeps everything that is not code."""
    return Path(env.str("AGENCY_STATE", default=str(ROOT / ".agency"))).expanduser().resolve()


def names(variable: str) -> list[str]:
    """A comma-separated variable as a list without blanks."""
    return [name.strip() for name in env.str(variable, default="").split(",") if name.strip()]


PROCESS = env.str("AGENCY_PROCESS", default="")
"""`web` or `worker` in the two kinds of server process, else empty (a command, a test)."""
HOST = env.str("AGENCY_HOST", default="127.0.0.1")
PORT = env.int("AGENCY_PORT", default=8000)
BEHIND_PROXY = env.bool("AGENCY_BEHIND_PROXY", default=False)
TLS = env.bool("AGENCY_TLS", default=False)
DEBUG_MODE = env.bool("AGENCY_DEBUG", default=False)
SWITCH_SECONDS = 0.0005
"""How long a thread may keep the interpreter while another wants it. A loop and its database
threads hand over at every statement; by Python's usual 5 ms each hand-over may wait that long."""
