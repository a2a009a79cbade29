"""The Django app of the event log."""

from django.apps import AppConfig


class EventsConfig(AppConfig):
    """Streams and their events."""

    name = "framework.events"
    label = "events"
