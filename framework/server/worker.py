"""One worker process: Celery's thread pool, which hosts the runs."""

import os
import sys

os.environ.setdefault("AGENCY_PROCESS", "worker")

import django

from framework.server.celery import app


def main() -> None:
    """Work until SIGTERM; the queue's own cluster chatter stays off."""
    django.setup()
    app.worker_main(["worker", "--without-gossip", "--without-mingle", *sys.argv[1:]])


if __name__ == "__main__":
    main()
