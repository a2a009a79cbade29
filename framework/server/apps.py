"""Registers the composition root's own checks."""

from django.apps import AppConfig


class ServerConfig(AppConfig):
    """The composition root; it has no tables."""

    name = "framework.server"
    label = "server"

    def ready(self) -> None:
        from framework.server import origin as origin
