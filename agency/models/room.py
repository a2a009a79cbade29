"""Several agents and people in one conversation."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from agency.models.identity import Workspace
from agency.models.run import Run
from agency.models.session import Session
from framework.db.fields import StampedModel, VersionedModel, word

REPLY_POLICIES = ("optional", "preferred", "required_once")


class Conversation(VersionedModel):
    """A room; `last_seq` numbers its messages."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE)
    kind = word("group", "direct", default="group")
    name = models.CharField(max_length=120, blank=True)
    last_seq = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return self.name or str(self.id)


class Member(StampedModel):
    """An agent, through its session, or a person; `read_seq` is how far it has read."""

    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE)
    session = models.OneToOneField(Session, null=True, on_delete=models.CASCADE)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE)
    read_seq = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["conversation", "user"], name="member_person_once"),
            models.CheckConstraint(
                name="member_is_one",
                condition=(
                    Q(session__isnull=False, user=None) | Q(session=None, user__isnull=False)
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.conversation_id}"


class ChatMessage(StampedModel):
    """What was said in the room."""

    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, db_index=False)
    seq = models.PositiveBigIntegerField()
    sender = models.ForeignKey(Member, null=True, on_delete=models.SET_NULL)
    content = models.JSONField()
    dedupe_key = models.CharField(max_length=100)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["conversation", "seq"], name="chat_place"),
            models.UniqueConstraint(fields=["conversation", "dedupe_key"], name="chat_once"),
        ]

    def __str__(self) -> str:
        return f"{self.seq}"


class ReplyTurn(StampedModel):
    """A member's duty to answer, from the wake to its closing act."""

    member = models.ForeignKey(Member, on_delete=models.CASCADE, db_index=False)
    trigger_seq = models.PositiveBigIntegerField()
    policy = word(*REPLY_POLICIES)
    priority = models.PositiveSmallIntegerField(default=0)
    status = word("pending", "active", "merged", "closed", default="pending")
    run = models.ForeignKey(Run, null=True, on_delete=models.SET_NULL)
    outcome = models.CharField(max_length=60, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["member", "trigger_seq"], name="turn_once"),
            models.UniqueConstraint(
                fields=["member"], condition=Q(status="active"), name="turn_one_active"
            ),
            models.CheckConstraint(
                name="turn_closed_with_outcome",
                condition=(
                    (Q(status="closed") & ~Q(outcome="")) | (~Q(status="closed") & Q(outcome=""))
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.policy} {self.status}"
