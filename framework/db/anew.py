"""The same id twice at once."""

from collections.abc import Callable
from typing import TypeVar

from django.db import IntegrityError

Made = TypeVar("Made")


def anew(act: Callable[[], Made]) -> Made:
    """Act; once more when another request took an id at that moment, which is found this time."""
    try:
        return act()
    except IntegrityError:
        return act()
