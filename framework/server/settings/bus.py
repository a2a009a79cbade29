"""Redis: the channel layer of the sockets and the queue of the workers."""

import ssl
from typing import Any
from urllib.parse import parse_qs, urlsplit

from framework.embedded.state import State
from framework.embedded.valkey import Valkey
from framework.server.settings.env import env, state_folder


def bundled_url() -> str:
    """The server that `manage.py up` runs for this state folder."""
    state = State(state_folder())
    return Valkey(state.valkey, state.run).url


REDIS_URL = env.str("REDIS_URL", default="") or bundled_url()


def broker_url(url: str) -> str:
    """The same server in the words of the queue, which spells a socket path differently."""
    parts = urlsplit(url)
    if parts.scheme != "unix":
        return url
    database = parse_qs(parts.query).get("db", ["0"])[0]
    password = f":{parts.password}@" if parts.password else ""
    return f"redis+socket://{password}{parts.path}?virtual_host={database}"


PREFIX = env.str("AGENCY_BUS_PREFIX", default="agency")
"""Keeps two installations apart that share one server."""

CHANNEL_LAYERS: dict[str, Any] = {
    "default": {
        "BACKEND": "framework.bus.layer.Layer",
        "CONFIG": {
            # The client library's own read time-out would end every quiet subscription.
            "hosts": [{"address": REDIS_URL, "socket_timeout": None}],
            "prefix": PREFIX,
        },
    }
}

CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": PREFIX,
    }
}

CELERY_BROKER_URL = broker_url(REDIS_URL)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_timeout": 5,
    "socket_connect_timeout": 5,
    "global_keyprefix": PREFIX + ":",
    # Nothing is redelivered, so nothing of what is at work need be kept in the broker.
    "ack_emulation": False,
}
if REDIS_URL.startswith("rediss://"):
    CELERY_BROKER_USE_SSL = {"ssl_cert_reqs": ssl.CERT_REQUIRED}
# Rows are the truth and the sweep their backstop, so a message may be lost but is never
# redelivered: early acknowledgement, no results, no retries by the queue.
CELERY_TASK_ACKS_LATE = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_SEND_SENT_EVENT = False
CELERY_TASK_SERIALIZER = "json"
CELERY_RESULT_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_RESULT_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_POOL = "threads"
CELERY_WORKER_CONCURRENCY = env.int("AGENCY_WORKER_THREADS", default=200)
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_TIMEZONE = "UTC"
CELERY_IMPORTS = ("agency.worker",)
