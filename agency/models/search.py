"""What search looks at: folded texts with their numbers, in segments, and what waits for it.

Deleting a session or a message takes its rows here along, by the database's own cascade. What is
to be indexed is noted by triggers (see the migrations), so that no writer can forget it.
"""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models

from agency.models.message import Message
from agency.models.session import Session
from framework.db.fields import word

LANES = ("name", "fresh", "late")
DOMAIN_LENGTH = 40


class SearchSegment(models.Model):
    """A bounded stretch of the texts of one domain: of a person's own sessions, or of a
    workspace's shared ones. Names, new texts and texts indexed late have lanes of their own.
    """

    id = models.AutoField(primary_key=True)
    domain = models.CharField(max_length=DOMAIN_LENGTH)
    lane = word(*LANES)
    rows = models.PositiveIntegerField(default=0)
    size = models.PositiveIntegerField(default=0)
    is_open = models.BooleanField(default=True)
    first_at = models.DateTimeField()
    last_at = models.DateTimeField()

    class Meta:
        verbose_name = "search segment"
        constraints = [
            models.UniqueConstraint(
                fields=["domain", "lane"],
                condition=models.Q(is_open=True),
                name="searchsegment_open_once",
            ),
        ]
        indexes = [models.Index(fields=["domain", "-last_at"], name="searchsegment_newest")]

    def __str__(self) -> str:
        return f"{self.lane} {self.id} of {self.domain}"


class SearchText(models.Model):
    """A folded name or piece of a message; `subject` is the id of the session or message."""

    id = models.BigAutoField(primary_key=True)
    segment = models.ForeignKey(
        SearchSegment, on_delete=models.DO_NOTHING, db_index=False, related_name="+"
    )
    session = models.ForeignKey(
        Session, on_delete=models.DO_NOTHING, db_constraint=False, db_index=False, related_name="+"
    )
    message = models.ForeignKey(
        Message,
        null=True,
        on_delete=models.DO_NOTHING,
        db_constraint=False,
        db_index=False,
        related_name="+",
    )
    subject = models.UUIDField()
    start = models.PositiveIntegerField(default=0)
    at = models.DateTimeField()
    text = models.TextField()
    keys = ArrayField(models.IntegerField())

    class Meta:
        verbose_name = "searched text"
        indexes = [
            # Without a list of pending entries, which every search would read through.
            GinIndex(fields=["keys"], fastupdate=False, name="searchtext_keys"),
            models.Index(fields=["session", "-at", "-subject"], name="searchtext_session"),
            models.Index(fields=["message"], name="searchtext_message"),
        ]

    def __str__(self) -> str:
        return self.text[:60]


class SearchDuty(models.Model):
    """A session's name or a message that has yet to be indexed; `late` ones can wait."""

    id = models.BigAutoField(primary_key=True)
    session_id = models.UUIDField()
    message_id = models.UUIDField(null=True)
    late = models.BooleanField(default=False)

    class Meta:
        verbose_name = "search duty"
        verbose_name_plural = "search duties"
        indexes = [models.Index(fields=["late", "id"], name="searchduty_order")]

    def __str__(self) -> str:
        return str(self.message_id or self.session_id)
