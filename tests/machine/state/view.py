"""The rows of an example, read once after each step for rules and invariants alike."""

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from langchain_core.messages import messages_from_dict

from agency.models import Branch, Interruption, Message, QueuedMessage, Run, Session, ToolCall
from agency.models.run import LIVE_STATUSES
from agency.prompt.history import spoken, valid_history
from agency.queries.path import full_path
from framework.events.models import Stream


@dataclass
class View:
    """What stands, each kind oldest first."""

    sessions: list[Session] = field(default_factory=list)
    branches: list[Branch] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    queued: list[QueuedMessage] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)
    calls: list[ToolCall] = field(default_factory=list)
    questions: list[Interruption] = field(default_factory=list)
    told: dict[str, int] = field(default_factory=dict)

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


def look(session_ids: list[UUID]) -> View:
    """Read everything of these sessions."""
    return View(
        sessions=list(Session.objects.filter(id__in=session_ids).order_by("id")),
        branches=list(Branch.objects.filter(session__in=session_ids).order_by("created_at", "id")),
        messages=list(Message.objects.filter(session__in=session_ids).order_by("created_at", "id")),
        queued=list(QueuedMessage.objects.filter(session__in=session_ids).order_by("id")),
        runs=list(Run.objects.filter(session__in=session_ids).order_by("created_at", "id")),
        calls=list(ToolCall.objects.filter(session__in=session_ids).order_by("id")),
        questions=list(Interruption.objects.filter(session__in=session_ids).order_by("id")),
        told=dict(Stream.objects.filter(kind="session").values_list("subject", "last_seq")),
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
