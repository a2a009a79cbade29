"""Which rows are listed live: a resource name and the card that lists show."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import Model as Row

Card = Callable[[Any], dict[str, Any]]


@dataclass(frozen=True)
class Observed:
    """A resource of the catalogue."""

    resource: str
    card: Card


_observed: dict[type[Row], Observed] = {}


def observe(model: type[Row], *, resource: str, card: Card) -> None:
    """Register a model's resource name and card; commands emit through `Catalog`."""
    _observed[model] = Observed(resource, card)


def observed(model: type[Row]) -> Observed:
    """How rows of this model are listed; raises KeyError for one that is not observed."""
    return _observed[model]
