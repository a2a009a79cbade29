"""Columns that every table shares."""

from typing import Any

from django.db import models

from framework.core.ids import uuid7
from framework.db.clock import ClockNow


class IdModel(models.Model):
    """A row with a sortable id that a client may also mint."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)

    class Meta:
        abstract = True


class StampedModel(IdModel):
    """A row that knows when the database made it."""

    created_at = models.DateTimeField(db_default=ClockNow(), editable=False)

    class Meta:
        abstract = True


class VersionedModel(StampedModel):
    """An editable row; `version` rises with each edit, a stale edit is refused."""

    updated_at = models.DateTimeField(db_default=ClockNow(), editable=False)
    version = models.PositiveIntegerField(default=1, editable=False)

    class Meta:
        abstract = True


def choices(*names: str) -> list[tuple[str, str]]:
    """Choices whose label is the stored word itself."""
    return [(name, name.replace("_", " ")) for name in names]


def word(*names: str, **options: Any) -> "models.CharField[str, str]":
    """A short closed vocabulary as a column."""
    return models.CharField(max_length=24, choices=choices(*names), **options)
