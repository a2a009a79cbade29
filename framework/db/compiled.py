"""Querysets that are compiled once and run often, with other values each time.

Note: why. Building a queryset and compiling it to SQL costs several times what sending it and
making its rows do, and it is the same work at every turn of every run. A compiled queryset is
written like any other, with `Given("name")` in place of the values that change.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Expression, Model, QuerySet
from django.db.models.sql.compiler import SQLCompiler

Row = TypeVar("Row")


class Given(Expression):
    """A value that is named when the queryset is run."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, Any]:
        """A place for the value."""
        return "%s", [self]


class Compiled(Generic[Row]):
    """A queryset by its maker, which is called once, at the first use.

    Sliced querysets keep their slice; prefetches are left out.
    """

    def __init__(self, make: Callable[[], QuerySet[Any, Row]]) -> None:
        self._make = make
        self._ready: _Ready | None = None
        self._ready_to_ask: _Ready | None = None

    def all(self, **given: Any) -> list[Row]:
        """The rows."""
        if self._ready is None:
            queryset = self._make()
            self._ready = _Ready(queryset, queryset.query.get_compiler(connection=connection))
        return self._ready.rows(given)

    def first(self, **given: Any) -> Row | None:
        """The first row that the database sends; slice the queryset when there may be more."""
        return next(iter(self.all(**given)), None)

    def exists(self, **given: Any) -> bool:
        """Whether there is a row."""
        if self._ready_to_ask is None:
            queryset = self._make()
            compiler = queryset.query.exists().get_compiler(connection=connection)
            self._ready_to_ask = _Ready(queryset, compiler)
        return self._ready_to_ask.found(given)


class _Ready:
    """What is kept of a compiled queryset: its text, where its values go, how rows are made."""

    def __init__(self, queryset: QuerySet[Any, Any], compiler: SQLCompiler) -> None:
        self.sql, params = compiler.as_sql()
        self.params: tuple[Any, ...] = tuple(params)
        self.compiler = compiler
        self.iterable: Any = queryset._iterable_class
        self.facts = {"db": connection.alias, "model": queryset.model}

    def values(self, given: dict[str, Any]) -> tuple[Any, ...]:
        """The parameters in their order; raises KeyError for one that was not given."""
        return tuple(
            _plain(given[one.name]) if isinstance(one, Given) else one for one in self.params
        )

    def rows(self, given: dict[str, Any]) -> list[Any]:
        """The rows, made by Django as for the queryset itself."""
        compiler: Any = copy.copy(self.compiler)
        compiler.connection = connection
        sql_and_values = self.sql, self.values(given)
        compiler.as_sql = lambda *_, **__: sql_and_values
        query = SimpleNamespace(get_compiler=lambda *_, **__: compiler)
        source = SimpleNamespace(query=query, _known_related_objects={}, _fields=None, **self.facts)
        return list(self.iterable(source))

    def found(self, given: dict[str, Any]) -> bool:
        """Whether the statement sends a row."""
        with connection.cursor() as cursor:
            cursor.execute(self.sql, self.values(given))
            return cursor.fetchone() is not None


def _plain(value: Any) -> Any:
    return value.pk if isinstance(value, Model) else value
