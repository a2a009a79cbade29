"""The worker's door: tasks hand over to the hub, signals start and end it."""

from agency.worker import hints, host, monitor

__all__ = ["hints", "host", "monitor"]
