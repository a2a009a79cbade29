"""Paths that a worker has read, with what it knows of their messages.

Note: what grows is looked at once. For each turn it must be known which messages are said at all,
how many tokens they take, which pictures they show and whether they break a rule; all of that is
carried on from the shorter path. Nothing here changes once it is made, so that threads may share
it.
"""

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Self
from uuid import UUID

from langchain_core.messages import BaseMessage

from agency.llm.tokens import estimate_message
from agency.prompt.history import sound_until, spoken
from agency.prompt.pictures import attachment_ids


@dataclass(frozen=True, slots=True, repr=False)
class Rest:
    """Messages in their order, and what is known of those that are said."""

    messages: list[BaseMessage]
    spoken: list[BaseMessage]
    tokens: int
    pictures: tuple[str, ...]
    is_sound: bool
    """Whether no group of calls and results breaks a rule."""
    group_at: int
    used: set[str]

    @classmethod
    def of(cls, messages: list[BaseMessage]) -> Self:
        """Everything looked at for the first time."""
        return cls([], [], 0, (), True, 0, set()).grown(messages)

    def grown(self, fresh: list[BaseMessage]) -> Self:
        """With more messages at the end."""
        if not fresh:
            return self
        said = spoken(fresh)
        whole = self.spoken + said
        sound, at, used = sound_until(whole, self.group_at, self.used)
        shown = dict.fromkeys((*self.pictures, *attachment_ids(said)))
        return type(self)(
            messages=self.messages + fresh,
            spoken=whole,
            tokens=self.tokens + sum(map(estimate_message, said)),
            pictures=tuple(shown),
            is_sound=self.is_sound and sound,
            group_at=at,
            used=used,
        )


@dataclass(frozen=True, slots=True, repr=False)
class Path:
    """A branch's messages after depth `floor`."""

    floor: int
    rest: Rest

    @property
    def depth(self) -> int:
        """How far the path was read."""
        return self.floor + len(self.rest.messages)

    def after(self, floor: int) -> Rest:
        """Without what a newer summary stands for."""
        if floor <= self.floor:
            return self.rest
        return Rest.of(self.rest.messages[floor - self.floor :])


class Paths:
    """The newest paths of a process, by branch."""

    def __init__(self) -> None:
        self._known: OrderedDict[UUID, Path] = OrderedDict()
        self._guard = threading.Lock()

    def get(self, branch_id: UUID) -> Path | None:
        """What is remembered of a branch."""
        return self._known.get(branch_id)

    def keep(self, branch_id: UUID, floor: int, rest: Rest, bound: int) -> None:
        """Remember a path, and forget the oldest while all have more messages than `bound`."""
        with self._guard:
            self._known[branch_id] = Path(floor, rest)
            self._known.move_to_end(branch_id)
            total = sum(len(one.rest.messages) for one in self._known.values())
            while total > bound:
                total -= len(self._known.popitem(last=False)[1].rest.messages)

    def clear(self) -> None:
        """Forget everything."""
        with self._guard:
            self._known.clear()
