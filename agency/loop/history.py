"""The messages that a model is sent, read from the path of a branch.

Note: long paths. Messages never change, and making one from its row takes longer than reading
it. A worker therefore remembers what it has made, up to a bound, and reads of a long path only
the ids and what it does not know yet. Short paths are read whole, in one statement.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from langchain_core.messages import BaseMessage, messages_from_dict

from agency.models import Branch, Message
from agency.prompt.history import spoken
from agency.queries.path import full_path, path_ids

SHORT = 200
REMEMBERED = 40_000

_known: OrderedDict[UUID, BaseMessage] = OrderedDict()
_guard = threading.Lock()


def history(branch: Branch) -> list[BaseMessage]:
    """The whole path, oldest first, without answers that say nothing.

    The messages are shared and must not be changed.
    """
    return spoken(_path(branch))


def _path(branch: Branch) -> list[BaseMessage]:
    if branch.head_depth <= SHORT:
        return [_made(row.role, row.content) for row in full_path(branch.id)]
    ids = path_ids(branch.id)
    found = _recall(ids)
    missing = [one for one in ids if one not in found]
    rows = Message.objects.filter(id__in=missing).values_list("id", "role", "content")
    fresh = {identity: _made(role, content) for identity, role, content in rows}
    _remember(fresh)
    found |= fresh
    return [found[one] for one in ids]


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
