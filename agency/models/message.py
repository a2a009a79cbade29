"""Messages never change; queued ones may until a run claims them."""

from django.conf import settings
from django.db import models

from agency.models.session import Branch, Session
from framework.db.fields import IdModel, StampedModel, VersionedModel, word


class Message(StampedModel):
    """One place of a branch. `content` is LangChain's own dump of the message.

    `settled` marks the only legal resting and fork points: human messages, answers without
    tool calls, and the last tool message of a group.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="messages")
    branch = models.ForeignKey(
        Branch, on_delete=models.CASCADE, related_name="messages", db_index=False
    )
    depth = models.PositiveIntegerField()
    parent = models.ForeignKey("self", null=True, on_delete=models.CASCADE, related_name="+")
    role = word("human", "ai", "tool")
    content = models.JSONField()
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    fingerprint = models.CharField(max_length=64, blank=True)
    run = models.ForeignKey(
        "agency.Run", null=True, on_delete=models.SET_NULL, related_name="messages"
    )
    step = models.PositiveIntegerField(null=True)
    call = models.ForeignKey(
        "agency.ToolCall", null=True, on_delete=models.SET_NULL, related_name="messages"
    )
    settled = models.BooleanField()
    partial = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["branch", "depth"], name="message_place"),
            models.UniqueConstraint(
                fields=["run", "step"], condition=models.Q(role="ai"), name="message_turn"
            ),
            models.UniqueConstraint(
                fields=["call"], condition=models.Q(role="tool"), name="message_result"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role} at {self.depth}"


class QueuedMessage(VersionedModel):
    """A person's message that waits for its turn; its id becomes the message's."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="queue")
    position = models.PositiveIntegerField()
    author = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    body = models.JSONField()
    fingerprint = models.CharField(max_length=64, blank=True)
    strategy = word("queue", "steer", "interrupt", default="queue")

    class Meta:
        indexes = [models.Index(fields=["session", "position", "id"], name="queue_order")]

    def __str__(self) -> str:
        return f"{self.position} in {self.session_id}"


class ToolGroup(VersionedModel):
    """The name and icon of a run of tool calls."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE)
    message = models.OneToOneField(Message, on_delete=models.CASCADE, related_name="group")
    name = models.CharField(max_length=120, blank=True)
    svg = models.TextField(blank=True)
    refined = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.name


class Idempotency(IdModel):
    """The first answer to a request that may be sent again, kept for 24 hours."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, db_index=False)
    key = models.CharField(max_length=200)
    fingerprint = models.CharField(max_length=64)
    answer = models.JSONField(null=True)
    status = models.PositiveSmallIntegerField(null=True)
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = "first answer"
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="idempotency_key")]

    def __str__(self) -> str:
        return self.key
