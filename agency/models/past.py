"""What imported sessions used where they came from."""

from django.db import models

from agency.models.run import Run
from agency.models.session import Session
from framework.db.fields import StampedModel


class PastCall(StampedModel):
    """A request to a model that another installation made and paid for.

    No sum, budget or meter looks here: the ledger holds only what was spent in this place.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="past_calls")
    run = models.ForeignKey(Run, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    record = models.JSONField()

    class Meta:
        verbose_name = "past model call"

    def __str__(self) -> str:
        return str(self.record.get("model", ""))
