"""Streams count, events remember."""

from django.db import models

from framework.db.clock import ClockNow
from framework.db.fields import IdModel, word

STREAM_KINDS = ("session", "conversation", "workspace", "user")


class Stream(IdModel):
    """One order of events: `last_seq` is the number of the newest, `first_kept` the oldest kept."""

    kind = word(*STREAM_KINDS)
    subject = models.CharField(max_length=40)
    last_seq = models.BigIntegerField(default=0)
    first_kept = models.BigIntegerField(default=1)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "subject"], name="stream_key")]

    def __str__(self) -> str:
        return f"{self.kind}.{self.subject}"


class Event(models.Model):
    """The frame that clients receive, with its place in the stream."""

    stream = models.ForeignKey(Stream, on_delete=models.CASCADE, db_index=False)
    seq = models.BigIntegerField()
    at = models.DateTimeField(db_default=ClockNow())
    frame = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stream", "seq"], name="event_place")]
        indexes = [models.Index(fields=["at"], name="event_age")]

    def __str__(self) -> str:
        return f"{self.stream_id}#{self.seq}"
