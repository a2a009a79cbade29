"""How a row's page shows what stock fields show badly; everything is escaped."""

import json
from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.db import models
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

SHOWN_CHARACTERS = 50_000
Show = Callable[[Any], str]


def pretty(value: Any) -> SafeString:
    """JSON with line breaks; a very long one is cut."""
    text = json.dumps(value, ensure_ascii=False, indent=2, default=str)
    rest = len(text) - SHOWN_CHARACTERS
    if rest > 0:
        text = f"{text[:SHOWN_CHARACTERS]}\n… and {rest} characters more"
    return format_html("<pre>{}</pre>", text)


def pretty_field(field: "models.Field[Any, Any]") -> Show:
    """A read-only stand-in for a JSON column."""

    @admin.display(description=field.verbose_name, empty_value="-")
    def show(row: Any) -> str:
        value = getattr(row, field.attname)
        return "-" if value is None else pretty(value)

    return show


def shown_fields(model: type[models.Model], hidden: tuple[str, ...]) -> list[str | Show]:
    """The columns of a row's page: all but the hidden ones and bytes, JSON made readable."""
    shown: list[str | Show] = []
    for field in model._meta.fields:
        if field.name in hidden or isinstance(field, models.BinaryField):
            continue
        shown.append(pretty_field(field) if isinstance(field, models.JSONField) else field.name)
    return shown


def list_links(lists: tuple[tuple[type[models.Model], str], ...]) -> Show:
    """Links to the lists of what belongs to a row: of each model, by its column."""

    @admin.display(description="Belonging to it")
    def links(row: models.Model) -> str:
        return format_html_join(
            " · ",
            '<a href="{}?{}={}">{}</a>',
            (
                (list_url(model), f"{column}__exact", row.pk, model._meta.verbose_name_plural)
                for model, column in lists
            ),
        )

    return links


def list_url(model: type[models.Model]) -> str:
    """The page that lists a model's rows."""
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
