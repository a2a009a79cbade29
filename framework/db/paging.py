"""Pages by opaque cursor: keyset, never offset, so that each page costs the same."""

import base64
import binascii
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import Model, Q, QuerySet

from framework.core.errors import Invalid

Row = TypeVar("Row", bound=Model)
MAX_LIMIT = 200
DEFAULT_LIMIT = 50


@dataclass(frozen=True)
class Page(Generic[Row]):
    """Rows in order, and the cursors of their neighbours."""

    rows: list[Row]
    next: str | None
    previous: str | None


def paginate(
    rows: QuerySet[Row, Row],
    order: tuple[str, ...],
    *,
    cursor: str | None,
    limit: int,
    lanes: Sequence[Q] = (),
) -> Page[Row]:
    """One page of `rows` in `order` (field names, `-` descending; the last one is unique).

    `lanes` are conditions, no two of which hold for one row: the page is of the rows of all of
    them, each read along its own index. Raises Invalid for a cursor that was not made here.
    """
    back, values = _decoded(rows.model, order, cursor) if cursor else (False, None)
    asked = _reversed(order) if back else order
    if values is not None:
        rows = rows.filter(_after(asked, values))
    found = list(first_of(rows, asked, limit + 1, lanes))
    more = len(found) > limit
    found = found[:limit]
    if back:
        found.reverse()
    has_next, has_previous = (True, more) if back else (more, values is not None)
    return Page(
        rows=found,
        next=_encoded(order, found[-1], back=False) if found and has_next else None,
        previous=_encoded(order, found[0], back=True) if found and has_previous else None,
    )


def first_of(
    rows: QuerySet[Row, Row], order: tuple[str, ...], count: int, lanes: Sequence[Q] = ()
) -> QuerySet[Row, Row]:
    """The first rows in order, of all lanes together."""
    if len(lanes) < 2:
        return rows.filter(*lanes).order_by(*order)[:count]
    first, *others = (rows.filter(lane).order_by(*order)[:count] for lane in lanes)
    return first.union(*others, all=True).order_by(*order)[:count]


def _after(order: tuple[str, ...], values: list[Any]) -> Q:
    """Rows that come after the values; the first condition alone bounds an index scan."""
    later = Q(pk__in=[])
    equal = Q()
    for field, value in zip(order, values, strict=True):
        name, word = field.lstrip("-"), "lt" if field.startswith("-") else "gt"
        later |= equal & Q(**{f"{name}__{word}": value})
        equal &= Q(**{name: value})
    first, bound = order[0].lstrip("-"), "lte" if order[0].startswith("-") else "gte"
    return Q(**{f"{first}__{bound}": values[0]}) & later


def _reversed(order: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(field[1:] if field.startswith("-") else f"-{field}" for field in order)


def _encoded(order: tuple[str, ...], row: Model, *, back: bool) -> str:
    values = [str(getattr(row, field.lstrip("-"))) for field in order]
    text = json.dumps([int(back), *values], separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _decoded(model: type[Model], order: tuple[str, ...], cursor: str) -> tuple[bool, list[Any]]:
    try:
        text = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
        back, *texts = json.loads(text)
        fields = [model._meta.get_field(field.lstrip("-")) for field in order]
        pairs = zip(fields, texts, strict=True)
        values = [field.to_python(one) for field, one in pairs]  # type: ignore[union-attr]  # columns only
        if back not in (0, 1) or None in values or "\x00" in str(texts):
            raise ValueError
        return bool(back), values
    except (ValueError, TypeError, binascii.Error, ValidationError, RecursionError) as error:
        raise Invalid.field("cursor", "was not made by this server") from error
