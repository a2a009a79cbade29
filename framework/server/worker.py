"""One worker process: Celery's thread pool, which hosts the runs."""

import os
import sys

os.environ.setdefault("AGENCY_PROCESS", "worker")

import django

from framework.server.celery import app
from framework.server.settings.env import SWITCH_SECONDS


def main() -> None:
    """Work until SIGTERM; the queue's own cluster chatter stays off."""
    sys.setswitchinterval(SWITCH_SECONDS)
    django.setup()
    quiet = ("--without-gossip", "--without-mingle", "--without-heartbeat")
    app.worker_main(["worker", *quiet, *sys.argv[1:]])


if __name__ == "__main__":
    main()
