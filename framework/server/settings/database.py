"""PostgreSQL: a small pool in web processes, one lasting connection per thread in workers."""

from typing import Any

from framework.embedded.postgres import Postgres
from framework.embedded.state import State
from framework.server.settings.env import PROCESS, env, state_folder

SERVER_LIMITS = "-c idle_in_transaction_session_timeout=10s -c lock_timeout=3s"
"""A transaction that waits for its own program, or for a lock, ends instead of queueing others."""


def database() -> dict[str, Any]:
    """The database of DATABASE_URL, else the bundled server's under the state folder."""
    url = env.str("DATABASE_URL", default="")
    if not url:
        state = State(state_folder())
        url = Postgres(state.postgres, state.run).url()
    config = dict(environ_config(url))
    options = config.setdefault("OPTIONS", {})
    for option, key in (("host", "HOST"), ("user", "USER"), ("password", "PASSWORD")):
        if option in options:
            config[key] = options.pop(option)
    options.setdefault("options", SERVER_LIMITS)
    options.setdefault("connect_timeout", 5)
    # Statements are sent apart from their values and planned once for each connection: planning
    # costs the server more than running them.
    options.setdefault("server_side_binding", True)
    options.setdefault("prepare_threshold", 2)
    config["DISABLE_SERVER_SIDE_CURSORS"] = True
    return {**config, **connections(options)}


def environ_config(url: str) -> dict[str, Any]:
    """What the URL says, in Django's words."""
    config: dict[str, Any] = env.db_url_config(url)
    if not config.get("ENGINE", "").endswith("postgresql"):
        raise ValueError("DATABASE_URL must be a postgresql:// address.")
    return config


def connections(options: dict[str, Any]) -> dict[str, Any]:
    """How this kind of process holds its connections."""
    if PROCESS == "web":
        size = env.int("AGENCY_DB_POOL", default=12)
        # A dead database answers after the time-out, not after the pool's own half minute.
        options["pool"] = {"min_size": 1, "max_size": size, "timeout": 5}
        return {"CONN_MAX_AGE": 0}
    if PROCESS == "worker":
        return {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True}
    return {"CONN_MAX_AGE": 0}


DATABASES = {"default": database()}
