"""Bytes that people bring: pictures, attachments, documents. The server makes every name."""

from django.conf import settings
from django.db import models

from agency.models.identity import Workspace
from framework.db.fields import StampedModel


class StoredFile(StampedModel):
    """A checked upload; `path` is server-made and relative to the state folder."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    name = models.CharField(max_length=200, blank=True)
    media_type = models.CharField(max_length=100)
    size = models.PositiveBigIntegerField()
    sha256 = models.CharField(max_length=64)
    path = models.CharField(max_length=300)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name or str(self.id)


class Document(StoredFile):
    """Knowledge of a workspace."""


class Photo(StoredFile):
    """A picture of a person's library."""

    width = models.PositiveIntegerField(null=True)
    height = models.PositiveIntegerField(null=True)


class Attachment(StoredFile):
    """A picture or file that came with a message."""

    session = models.ForeignKey("agency.Session", null=True, on_delete=models.CASCADE)
