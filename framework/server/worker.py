"""One worker process: Celery's thread pool, which hosts the runs."""

import os
import signal
import sys

os.environ.setdefault("AGENCY_PROCESS", "worker")

import django
from celery.signals import worker_shutting_down
from celery.worker import state

from framework.server.celery import app
from framework.server.settings.env import SWITCH_SECONDS


def stop_soon(number: int, frame: object) -> None:
    """SIGTERM before Celery listens for it: do as it will, so that nobody is thought lost."""
    state.should_stop = os.EX_OK
    worker_shutting_down.send(sender=None, sig="SIGTERM", how="Warm", exitcode=os.EX_OK)


def main() -> None:
    """Work until SIGTERM; the queue's own cluster chatter stays off."""
    signal.signal(signal.SIGTERM, stop_soon)
    sys.setswitchinterval(SWITCH_SECONDS)
    django.setup()
    quiet = ("--without-gossip", "--without-mingle", "--without-heartbeat")
    app.worker_main(["worker", *quiet, *sys.argv[1:]])


if __name__ == "__main__":
    main()
