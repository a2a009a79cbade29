"""The worker's application: `celery -A framework.server.celery worker`."""

import os

from celery.signals import setup_logging

from framework.bus.jobs import app

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "framework.server.settings")


@setup_logging.connect
def keep_our_logging(**kwargs: object) -> None:
    """Celery leaves logging alone once somebody listens here; Django has set it up."""


__all__ = ["app"]
