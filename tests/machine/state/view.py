"""The rows of an example, for rules and invariants alike; read again where they were written."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from langchain_core.messages import messages_from_dict

from agency.commands.run.lease import Lease
from agency.models import (
    Branch,
    Compaction,
    Interruption,
    Message,
    ModelCall,
    QueuedMessage,
    Run,
    Session,
    ToolCall,
    Worker,
)
from agency.models.run import LIVE_STATUSES
from agency.prompt.history import spoken, valid_history
from agency.queries.path import full_path
from framework.db.compiled import Compiled, Given
from framework.events.models import Event, Stream
from tests.machine.state.writes import Writes

KINDS: dict[str, Any] = {
    "sessions": Session,
    "branches": Branch,
    "messages": Message,
    "queued": QueuedMessage,
    "runs": Run,
    "calls": ToolCall,
    "questions": Interruption,
    "requests": ModelCall,
    "summaries": Compaction,
    "workers": Worker,
    "streams": Stream,
}
AGED = ("branches", "messages", "runs")
OWNED = ("branches", "messages", "queued", "runs", "calls", "questions", "requests", "summaries")
TABLES = {model._meta.db_table: name for name, model in KINDS.items()}


@dataclass
class View:
    """What stands, each kind oldest first. A row that did not change is the same object."""

    sessions: list[Session] = field(default_factory=list)
    branches: list[Branch] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    queued: list[QueuedMessage] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)
    calls: list[ToolCall] = field(default_factory=list)
    questions: list[Interruption] = field(default_factory=list)
    requests: list[ModelCall] = field(default_factory=list)
    summaries: list[Compaction] = field(default_factory=list)
    workers: list[Worker] = field(default_factory=list)
    streams: list[Stream] = field(default_factory=list)
    written: set[str] = field(default_factory=set)

    @property
    def pending(self) -> list[Interruption]:
        """Questions that wait."""
        return [row for row in self.questions if row.status == "pending"]

    @property
    def live(self) -> list[Run]:
        """Runs that have not ended."""
        return [run for run in self.runs if run.status in LIVE_STATUSES]

    def runs_that_are(self, status: str) -> list[Run]:
        """Runs of one status."""
        return [run for run in self.runs if run.status == status]

    def live_of(self, session_id: UUID) -> Run | None:
        """The session's live run."""
        return next((run for run in self.live if run.session_id == session_id), None)

    def at_rest(self) -> list[Session]:
        """Sessions without a live run."""
        return [one for one in self.sessions if self.live_of(one.id) is None]

    def is_current(self, lease: Lease) -> bool:
        """Whether the lease may write: asked of the rows, not of the product."""
        place = (lease.run_id, lease.fence)
        return any((run.id, run.fence) == place for run in self.runs_that_are("running"))

    def is_up(self, worker_id: UUID | None) -> bool:
        """Whether the others think the worker alive."""
        return any(one.id == worker_id and one.state == "up" for one in self.workers)

    def of(self, session_id: UUID) -> list[Any]:
        """Every row of a session; equal lists mean that nothing changed."""
        own = [row for row in self.sessions if row.id == session_id]
        for name in OWNED:
            own += [row for row in getattr(self, name) if row.session_id == session_id]
        return [Same(row) for row in own]


class Same:
    """A row that equals only the very same row, unchanged."""

    __hash__ = None  # type: ignore[assignment]  # its row may change

    def __init__(self, row: Any) -> None:
        self.row = row

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.row is self.row

    def __repr__(self) -> str:
        return f"<{type(self.row).__name__} {columns(self.row)}>"


class Eyes:
    """Looks at the rows, and keeps what it saw of the tables that nobody wrote since."""

    def __init__(self, writes: Writes) -> None:
        self.writes = writes
        self.view = View()
        self.heard = 0
        self.told: dict[str, int] = {}

    def look(self) -> View:
        """What stands now; the view of before when nothing was written."""
        written = self.writes.take(set(TABLES))
        if not written:
            return self.view
        fresh = View(**{name: getattr(self.view, name) for name in KINDS}, written=written)
        for table in written:
            name = TABLES[table]
            setattr(fresh, name, _kept(getattr(self.view, name), ROWS[name].all()))
        self.view = fresh
        return fresh

    def frames(self) -> dict[str, list[dict[str, Any]]]:
        """What was told since this was asked last, by stream; each counts 1, 2, 3 …"""
        found: dict[str, list[dict[str, Any]]] = {}
        for row in TOLD.all(after=self.heard):
            found.setdefault(row.frame["stream"], []).append(row.frame)
            self.heard = max(self.heard, row.pk)
        for stream, frames in found.items():
            frames.sort(key=lambda frame: frame["seq"])
            for frame in frames:
                assert frame["seq"] == self.told.get(stream, 0) + 1, f"a gap in {stream}"
                self.told[stream] = frame["seq"]
        for one in self.view.streams:
            name = f"{one.kind}.{one.subject}"
            assert one.last_seq == self.told.get(name, 0), f"{name} counts what is not there"
        return found


def _kept(old: Sequence[Any], new: Sequence[Any]) -> list[Any]:
    """The new rows, each as the object that it was when it has not changed."""
    known = {row.pk: row for row in old}
    return [known[r.pk] if _same(known.get(r.pk), r) else r for r in new]


def _same(old: Any, new: Any) -> bool:
    return old is not None and columns(old) == columns(new)


def _ordered(name: str) -> Any:
    return KINDS[name].objects.order_by(*["created_at"] * (name in AGED), "id")


def _reader(name: str) -> Compiled[Any]:
    return Compiled(lambda: _ordered(name))


ROWS = {name: _reader(name) for name in KINDS}
TOLD: Compiled[Event] = Compiled(
    lambda: Event.objects.filter(id__gt=Given("after")).order_by("id").only("id", "frame")
)


def columns(row: Any) -> dict[str, Any]:
    """A row as it stands."""
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def problems_of(branch_id: UUID) -> list[Any]:
    """Every rule of providers that the branch's history breaks."""
    return broken_rules(full_path(branch_id))


def broken_rules(path: list[Message]) -> list[Any]:
    """The same of a path that has been read."""
    messages = messages_from_dict([{"type": m.role, "data": m.content} for m in path])
    return valid_history(spoken(messages))
