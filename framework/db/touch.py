"""Write single rows by their columns, each in one statement whose text is made once.

Django's own `save` makes the same statement anew each time, which costs several times what
sending it does. No signals are sent: nothing here listens to them.
"""

import functools
from typing import Any

from django.db import connection, models
from django.db.models.expressions import DatabaseDefault


def save_columns(row: models.Model, *fields: str) -> None:
    """Write the named columns. The row must be there still."""
    with connection.cursor() as cursor:
        cursor.execute(_update(type(row), fields, None), [*_values(row, fields), row.pk])
        assert cursor.rowcount == 1


def save_stamped(row: models.Model, *fields: str, stamp: str = "updated_at") -> None:
    """Write the named columns, and `stamp` by the database's clock, and read that back.

    One statement, where asking for the time and saving take two. The row must be there still.
    """
    with connection.cursor() as cursor:
        cursor.execute(_update(type(row), fields, stamp), [*_values(row, fields), row.pk])
        found = cursor.fetchone()
    assert found is not None
    setattr(row, stamp, found[0])


def insert_row(row: models.Model) -> None:
    """Add a new row and read back what the database has filled in."""
    fields = type(row)._meta.local_concrete_fields
    filled = tuple(
        one.attname for one in fields if isinstance(getattr(row, one.attname), DatabaseDefault)
    )
    values = _values(row, [one.attname for one in fields if one.attname not in filled])
    with connection.cursor() as cursor:
        cursor.execute(_insert(type(row), filled), values)
        found = cursor.fetchone() if filled else ()
    assert found is not None
    for name, value in zip(filled, found, strict=True):
        setattr(row, name, value)
    row._state.adding = False
    row._state.db = connection.alias


def _values(row: models.Model, names: Any) -> list[Any]:
    columns = [_column(type(row), name) for name in names]
    return [
        one.get_db_prep_save(getattr(row, one.attname), connection=connection) for one in columns
    ]


def _column(model: type[models.Model], name: str) -> Any:
    return model._meta.get_field(name)


@functools.cache
def _update(model: type[models.Model], fields: tuple[str, ...], stamp: str | None) -> str:
    changes = [f'"{_column(model, name).column}" = %s' for name in fields]
    told = ""
    if stamp is not None:
        changes.append(f'"{stamp}" = clock_timestamp()')
        told = f' RETURNING "{stamp}"'
    return f'UPDATE "{model._meta.db_table}" SET {", ".join(changes)} WHERE "id" = %s{told}'


@functools.cache
def _insert(model: type[models.Model], filled: tuple[str, ...]) -> str:
    columns = [one for one in model._meta.local_concrete_fields if one.attname not in filled]
    names = ", ".join(f'"{one.column}"' for one in columns)
    text = f'INSERT INTO "{model._meta.db_table}" ({names}) VALUES ({_places(len(columns))})'
    if not filled:
        return text
    told = ", ".join(f'"{_column(model, name).column}"' for name in filled)
    return f"{text} RETURNING {told}"


def _places(count: int) -> str:
    return ", ".join(["%s"] * count)
