"""The worker's application: `celery -A framework.server.celery worker`."""

import os

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "framework.server.settings")

app = Celery("agency")
app.config_from_object("django.conf:settings", namespace="CELERY")


@setup_logging.connect
def keep_our_logging(**kwargs: object) -> None:
    """Celery leaves logging alone once somebody listens here; Django has set it up."""
