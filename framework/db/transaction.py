"""Transactions by intent: open one, or require one.

A command opens exactly one `unit_of_work`. Row writers call `require_transaction` and refuse to
run loose; the outer transaction of a test does not count.
"""

import contextvars
import functools
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

log = logging.getLogger(__name__)


@dataclass
class Unit:
    """One open unit of work; `notes` lets lower rooms keep what they collect for its end."""

    last_acts: list[Callable[[], None]] = field(default_factory=list)
    notes: dict[str, Any] = field(default_factory=dict)


_open: contextvars.ContextVar[Unit | None] = contextvars.ContextVar("unit_of_work", default=None)


class NoTransaction(RuntimeError):
    """A row writer ran outside a unit of work.

    If you hit this, you probably called a row writer from a view or a task; call a command.
    """


class NestedUnitOfWork(RuntimeError):
    """A command was called inside another command's transaction.

    If you hit this, move the shared part into a row writer that requires a transaction.
    """


@contextmanager
def unit_of_work() -> Iterator[Unit]:
    """One command's transaction: all of it commits, or nothing does."""
    if _open.get() is not None:
        raise NestedUnitOfWork
    unit = Unit()
    token = _open.set(unit)
    try:
        with transaction.atomic():
            yield unit
            for act in unit.last_acts:
                act()
    finally:
        _open.reset(token)


def require_transaction() -> Unit:
    """The open unit of work; raises NoTransaction when there is none."""
    unit = _open.get()
    if unit is None:
        raise NoTransaction
    return unit


def before_commit(act: Callable[[], None]) -> None:
    """Run `act` as one of the last statements of the open unit of work (counter rows)."""
    require_transaction().last_acts.append(act)


def after_commit(act: Callable[[], object]) -> None:
    """Run `act` once the transaction has committed; its failure is logged, never raised.

    What runs here may be lost at any time: it must only ever save waiting time.
    """
    transaction.on_commit(functools.partial(_run, act), robust=True)


def _run(act: Callable[[], object]) -> None:
    # A hook runs after the commit but still inside the command's context, and may itself call
    # a command.
    token = _open.set(None)
    try:
        act()
    except Exception:
        log.warning("an after-commit hook failed; only time is lost", exc_info=True)
    finally:
        _open.reset(token)
