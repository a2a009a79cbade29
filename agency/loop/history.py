"""The messages that a model is sent, read from the path of a branch.

Note: long paths. Messages never change, and making one from its row takes longer than reading
it. A worker therefore remembers what it has made, up to a bound, and reads of a long path only
the ids and what it does not know yet. Short paths are read whole, in one statement.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from langchain_core.messages import BaseMessage, messages_from_dict

from agency.models import Branch, Message
from agency.prompt.compaction import compacted
from agency.prompt.history import spoken
from agency.queries.context import (
    messages_since_summary,
    places_since_summary,
    summary_in_force,
)

SHORT = 200
REMEMBERED = 40_000

_known: OrderedDict[UUID, BaseMessage] = OrderedDict()
_guard = threading.Lock()


@dataclass(frozen=True)
class Working:
    """What is sent of a path: the messages after depth `summed`, and the summary of those before.

    The messages are shared and must not be changed.
    """

    messages: list[BaseMessage]
    summed: int = 0
    summary: str = ""

    def whole(self) -> list[BaseMessage]:
        """Everything in the order in which it is sent, without answers that say nothing."""
        rest = spoken(self.messages)
        return compacted(self.summary, rest) if self.summed else rest


def working_history(branch: Branch) -> Working:
    """The newest summary on the path, if there is one, and the messages that follow, oldest first.

    Forks share a summary with their base only if all that it stands for is on their path.
    """
    first, messages = _short(branch) if branch.head_depth <= SHORT else _long(branch)
    if first == 1 or not branch.head_depth:
        return Working(messages)
    done = summary_in_force(branch.id)
    if done is None:
        return Working(messages)
    return Working(messages, done.depth, done.summary)


def _short(branch: Branch) -> tuple[int, list[BaseMessage]]:
    rows = messages_since_summary(branch.id)
    return (rows[0].depth if rows else 0), [_made(row.role, row.content) for row in rows]


def _long(branch: Branch) -> tuple[int, list[BaseMessage]]:
    places = places_since_summary(branch.id)
    ids = [place.id for place in places]
    found = _recall(ids)
    missing = [one for one in ids if one not in found]
    rows = Message.objects.filter(id__in=missing).values_list("id", "role", "content")
    fresh = {identity: _made(role, content) for identity, role, content in rows}
    _remember(fresh)
    found |= fresh
    return (places[0].depth if places else 0), [found[one] for one in ids]


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
