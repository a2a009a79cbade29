"""What is counted of the use of the product."""

from django.db import models

from agency.analytics import KINDS
from framework.db.clock import ClockNow
from framework.db.fields import IdModel, word


class AnalyticsEvent(IdModel):
    """One counted thing; its ids are plain, so it outlives what it is about."""

    event = word(*KINDS)
    workspace_id = models.UUIDField(null=True)
    user_id = models.BigIntegerField(null=True)
    session_id = models.UUIDField(null=True)
    run_id = models.UUIDField(null=True)
    at = models.DateTimeField(db_default=ClockNow())
    properties = models.JSONField(default=dict)

    class Meta:
        indexes = [
            models.Index(fields=["-at", "-id"], name="analytics_newest"),
            models.Index(fields=["workspace_id", "-at", "-id"], name="analytics_workspace"),
            models.Index(fields=["session_id", "-at"], name="analytics_session"),
        ]

    def __str__(self) -> str:
        return self.event
