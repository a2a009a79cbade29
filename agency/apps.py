"""The Django app of the product."""

from django.apps import AppConfig


class AgencyConfig(AppConfig):
    """Registers what clients can observe and which tools exist."""

    name = "agency"
    label = "agency"

    def ready(self) -> None:
        from agency.signals import wire

        wire.connect()
