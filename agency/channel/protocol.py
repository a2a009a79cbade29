"""Typed facts become the documented frames; only commands speak through this module.

`Messenger` tells of messages, `Monitor` of everything else in a session, `Catalog` of the lists
of a workspace. Each writes event rows in the caller's transaction and tells the groups after it.
"""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.utils import timezone

from agency import events
from agency.access import raisers, readers
from agency.channel.observe import observed
from agency.models import (
    Branch,
    Compaction,
    Interruption,
    Message,
    Run,
    Session,
    ToolCall,
    ToolGroup,
)
from agency.queries import records
from agency.queries.context import compaction_record, context_record, meter_of
from agency.queries.session_snapshot import newest_runs
from agency.queries.session_usage import session_usage
from agency.queries.shown_path import shown_path
from framework.bus.groups import session_group, user_group, workspace_group
from framework.events.keys import session_stream, user_stream, workspace_stream
from framework.events.record import Audience, Frame, record


def _session_audience(session: Session) -> Audience:
    return _stream_audience(session.id, session)


def _stream_audience(session_id: UUID, session: Session) -> Audience:
    """The stream of a session that has the same readers as `session`."""
    people = tuple(user_group(user_id) for user_id in readers(session))
    return Audience(session_stream(session_id), (*people, session_group(session_id)))


def _parent_audience(session: Session) -> list[Audience]:
    """The stream of the session that began this one; both have the same readers."""
    if session.parent_id is None:
        return []
    return [_stream_audience(session.parent_id, session)]


def _reader_audiences(session: Session) -> list[Audience]:
    return [Audience(user_stream(one), (user_group(one),)) for one in readers(session)]


class Messenger:
    """Tells of messages as they join a path."""

    @staticmethod
    def added(message: Message) -> None:
        """The message stands on its branch."""
        frame = {"type": "message"} | records.message_record(message)
        record(frame, [_session_audience(message.session)])


class Monitor:
    """Tells of what happens in a session."""

    @staticmethod
    def _emit(session: Session, event: events.Event, *, run_id: UUID | None = None) -> None:
        audiences = [_session_audience(session)]
        if event.coarse:
            audiences += _reader_audiences(session)
        if isinstance(event, events.SessionChanged):
            audiences += _parent_audience(session)
        record(_monitor_frame(session, event, run_id), audiences)

    @classmethod
    def session_status(cls, session: Session) -> None:
        """The session's status column changed."""
        event = events.SessionStatusChanged(session=records.session_record(session))
        cls._emit(session, event)

    @classmethod
    def session_updated(cls, session: Session) -> None:
        """Something else of the session's own columns changed."""
        cls._emit(session, events.SessionUpdated(session=records.session_record(session)))

    @classmethod
    def session_closed(cls, session: Session) -> None:
        """`closed_at` was stamped."""
        cls._emit(session, events.SessionClosed(session=records.session_record(session)))

    @classmethod
    def name_updated(cls, session: Session) -> None:
        """The session got another name."""
        cls._emit(session, events.NameUpdated(session=records.session_record(session)))

    @staticmethod
    def session_deleted(session: Session, *, with_parent: bool = False) -> None:
        """The session is about to be deleted; its own stream goes with it.

        `with_parent` says that its parent goes too, so that nobody is left to be told there.
        """
        event = events.SessionDeleted(session_id=session.id)
        audiences = _reader_audiences(session)
        if not with_parent:
            audiences += _parent_audience(session)
        record(_monitor_frame(session, event, None), audiences)

    @staticmethod
    def session_hidden(session: Session, people: Iterable[int]) -> None:
        """These people may see the session no longer; to them it is gone."""
        event = events.SessionDeleted(session_id=session.id)
        audiences = [Audience(user_stream(one), (user_group(one),)) for one in people]
        record(_monitor_frame(session, event, None), audiences)

    @classmethod
    def branch_created(cls, branch: Branch) -> None:
        """A branch was made; the page of the path that is now active comes along."""
        shown = shown_path(branch.session)
        event = events.BranchCreated(branch=records.branch_record(branch), **shown)
        cls._emit(branch.session, event)

    @classmethod
    def branch_switched(cls, session: Session) -> None:
        """Another branch is active, or branches were renamed, hidden or deleted."""
        event = events.BranchSwitched(
            branches=records.branch_records(session.id),
            runs=newest_runs(session.id),
            **shown_path(session),
        )
        cls._emit(session, event)

    @classmethod
    def queue_changed(cls, session: Session) -> None:
        """The queue or its pause changed."""
        event = events.QueueChanged(
            queue=records.queue_records(session.id), queue_paused=session.queue_paused
        )
        cls._emit(session, event)

    @classmethod
    def run_start(cls, run: Run) -> None:
        """The run was queued or claimed."""
        cls._run(run, events.RunStarted(run=records.run_record(run)))

    @classmethod
    def run_waiting(cls, run: Run) -> None:
        """The run was suspended."""
        cls._run(run, events.RunWaiting(run=records.run_record(run)))

    @classmethod
    def run_retrying(cls, run: Run) -> None:
        """The run was put back with a time to try again."""
        cls._run(run, events.RunRetrying(run=records.run_record(run)))

    @classmethod
    def run_end(cls, run: Run) -> None:
        """The run reached a terminal status."""
        cls._run(run, events.RunEnded(run=records.run_record(run)))

    @classmethod
    def _run(cls, run: Run, event: events.RunEvent) -> None:
        cls._emit(run.session, event, run_id=run.id)

    @classmethod
    def step_start(cls, run: Run, message_id: UUID, asked: records.Record) -> None:
        """A model is called for this step."""
        event = events.StepStarted(run_id=run.id, step=run.step, message_id=message_id, **asked)
        cls._emit(run.session, event, run_id=run.id)

    @classmethod
    def step_end(cls, run: Run, step: int) -> None:
        """All calls of the step have results."""
        cls._emit(run.session, events.StepEnded(run_id=run.id, step=step), run_id=run.id)

    @classmethod
    def tool_call(cls, call: ToolCall) -> None:
        """The call changed and has no result yet."""
        event = events.ToolCallChanged(tool_call=records.tool_call_record(call))
        cls._emit(call.session, event, run_id=call.run_id)

    @classmethod
    def tool_result(cls, call: ToolCall) -> None:
        """The call reached a terminal state."""
        event = events.ToolCallEnded(tool_call=records.tool_call_record(call))
        cls._emit(call.session, event, run_id=call.run_id)

    @classmethod
    def usage(cls, session: Session) -> None:
        """A model call was settled."""
        event = events.UsageChanged(
            usage=session_usage(session.id), context=meter_of(session.active_branch)
        )
        cls._emit(session, event)

    @classmethod
    def interruption_opened(cls, row: Interruption) -> None:
        """A person is asked."""
        cls._interruption(events.InterruptionOpened, row)

    @classmethod
    def interruption_resolved(cls, row: Interruption) -> None:
        """The question ended."""
        cls._interruption(events.InterruptionResolved, row)

    @classmethod
    def _interruption(
        cls,
        fact: type[events.InterruptionOpened | events.InterruptionResolved],
        row: Interruption,
    ) -> None:
        """To those who see the session; and, without its name, to others who may raise the cap."""
        shown = records.interruption_record(row)
        cls._emit(row.session, fact(interruption=shown), run_id=row.run_id)
        if others := sorted(set(raisers(row)) - set(readers(row.session))):
            event = fact(interruption=records.without_names(shown))
            frame = _monitor_frame(row.session, event, row.run_id)
            record(frame, [Audience(user_stream(one), (user_group(one),)) for one in others])

    @classmethod
    def group_meta_updated(cls, group: ToolGroup) -> None:
        """The group got a name or icon."""
        event = events.GroupMetaUpdated(tool_group=records.tool_group_record(group))
        cls._emit(group.session, event)

    @classmethod
    def child_started(cls, child: Session) -> None:
        """The session began to work for its parent."""
        cls._child(child, events.ChildStarted)

    @classmethod
    def child_ended(cls, child: Session) -> None:
        """The session came to rest."""
        cls._child(child, events.ChildEnded)

    @staticmethod
    def _child(child: Session, fact: type[events.ChildEvent]) -> None:
        event = fact(child=records.session_record(child), tool_call_id=child.parent_call_id)
        frame = _monitor_frame(child, event, None)
        parent = {"session_id": str(child.parent_id), "thread_id": str(child.parent_id)}
        record(frame | parent, _parent_audience(child))

    @classmethod
    def context_compacted(cls, row: Compaction) -> None:
        """A summary was begun, made or given up."""
        context = context_record(row.session)
        event = events.ContextCompacted(compaction=compaction_record(row), context=context)
        cls._emit(row.session, event, run_id=row.run_id)


class Catalog:
    """Tells a workspace's members of the things they all list."""

    @staticmethod
    def changed(row: Any, action: str) -> None:
        """The row was `created` or `updated`."""
        seen = observed(type(row))
        Catalog._emit(row, seen.resource, action, seen.card(row))

    @staticmethod
    def deleted(row: Any) -> None:
        """The row was deleted; `row` is as it was before."""
        Catalog._emit(row, observed(type(row)).resource, "deleted", None)

    @staticmethod
    def _emit(row: Any, resource: str, action: str, card: Frame | None) -> None:
        workspace_id: UUID = row.id if resource == "workspace" else row.workspace_id
        fact = events.CatalogChanged(
            resource=resource,
            action=action,
            id=str(row.pk),
            record=card,
            scope={"workspace_id": str(workspace_id)},
        )
        frame = {
            "v": 1,
            "topic": f"{resource}.{row.pk}.catalog.{action}",
            "kind": "state",
            "payload": fact.model_dump(mode="json"),
            "subject": {"type": resource, "id": str(row.pk)},
        }
        stream = workspace_stream(workspace_id)
        record(frame, [Audience(stream, (workspace_group(workspace_id),))])


def _monitor_frame(session: Session, event: events.Event, run_id: UUID | None) -> Frame:
    frame: Frame = {
        "type": "monitor_event",
        "event": event.topic,
        "data": event.data(),
        "session_id": str(session.id),
        "thread_id": str(session.id),
        "ts": records.stamp(timezone.now()),
    }
    if run_id is not None:
        frame["run_id"] = str(run_id)
    return frame
