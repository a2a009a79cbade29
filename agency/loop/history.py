"""The messages that a model is sent, read from the path of a branch.

Note: long paths. Messages never change and paths only grow, but making a message from its row
takes longer than reading it, and looking at ten thousand takes long whatever is looked for. A
worker therefore remembers, up to bounds, the messages it has made and the long paths it has read
with what it knows of them (see `remembered`), and reads only what is new. Short paths are read
whole, in one statement.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from uuid import UUID

from langchain_core.messages import BaseMessage, messages_from_dict

from agency.loop.remembered import Paths, Rest
from agency.models import Branch, Message
from agency.prompt.compaction import compacted
from agency.queries.context import (
    messages_later,
    messages_since_summary,
    places_since_summary,
    summary_in_force,
)

SHORT = 200
REMEMBERED = 40_000

_known: OrderedDict[UUID, BaseMessage] = OrderedDict()
_guard = threading.Lock()
_paths = Paths()


@dataclass(frozen=True)
class Working:
    """What is sent of a path: the messages after depth `summed`, and the summary of those before.

    The messages are shared and must not be changed.
    """

    messages: list[BaseMessage]
    summed: int = 0
    summary: str = ""
    read: Rest | None = field(default=None, repr=False, compare=False)

    @cached_property
    def rest(self) -> Rest:
        """What is known of the messages."""
        return self.read or Rest.of(self.messages)

    def whole(self) -> list[BaseMessage]:
        """Everything in the order in which it is sent, without answers that say nothing."""
        rest = self.rest.spoken
        return compacted(self.summary, rest) if self.summed else list(rest)


def working_history(branch: Branch) -> Working:
    """The newest summary on the path, if there is one, and the messages that follow, oldest first.

    Forks share a summary with their base only if all that it stands for is on their path.
    """
    if branch.head_depth > SHORT:
        floor, rest = _long(branch)
        return _after(branch, floor, Working(rest.messages, read=rest))
    rows = messages_since_summary(branch.id)
    floor = rows[0].depth - 1 if rows else branch.head_depth
    return _after(branch, floor, Working([_made(row.role, row.content) for row in rows]))


def _after(branch: Branch, floor: int, working: Working) -> Working:
    """With the summary of what is left out."""
    done = summary_in_force(branch.id) if floor else None
    if done is None:
        return working
    return Working(working.messages, done.depth, done.summary, working.read)


def _long(branch: Branch) -> tuple[int, Rest]:
    """The depth up to which the path is summarised, and the rest."""
    path = _paths.get(branch.id)
    floor, later = messages_later(branch.id, path.depth) if path else (0, [])
    if path is None or floor < path.floor:
        floor, messages = _whole(branch)
        rest = Rest.of(messages)
    else:
        fresh = {one.id: _made(one.role, one.content) for one in later}
        _remember(fresh)
        rest = path.after(floor).grown(list(fresh.values())[max(0, floor - path.depth) :])
    _paths.keep(branch.id, floor, rest, REMEMBERED)
    return floor, rest


def _whole(branch: Branch) -> tuple[int, list[BaseMessage]]:
    places = places_since_summary(branch.id)
    ids = [place.id for place in places]
    found = _recall(ids)
    missing = [one for one in ids if one not in found]
    rows = Message.objects.filter(id__in=missing).values_list("id", "role", "content")
    fresh = {identity: _made(role, content) for identity, role, content in rows}
    _remember(fresh)
    found |= fresh
    floor = places[0].depth - 1 if places else branch.head_depth
    return floor, [found[one] for one in ids]


def _made(role: str, content: Mapping[str, Any]) -> BaseMessage:
    return messages_from_dict([{"type": role, "data": content}])[0]


def _recall(ids: Iterable[UUID]) -> dict[UUID, BaseMessage]:
    with _guard:
        found = {one: _known[one] for one in ids if one in _known}
        for one in found:
            _known.move_to_end(one)
        return found


def _remember(fresh: Mapping[UUID, BaseMessage]) -> None:
    with _guard:
        _known.update(fresh)
        while len(_known) > REMEMBERED:
            _known.popitem(last=False)
