"""Runs, tool calls and the inbox."""

from functools import partial
from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from agency.access import tool_call_for, visible_sessions
from agency.api.endpoint import Endpoint, caller_of, operation
from agency.api.filters import UUID_SCHEMA, query_id, query_word
from agency.api.paging import PARAMETERS, page_of
from agency.api.shapes import run as shapes
from agency.commands.idempotency import Answer
from agency.commands.requests.interruption import AnswerBody, answer
from agency.commands.run.stop_run import stop_run
from agency.models import Run
from agency.models.run import RUN_STATUSES
from agency.queries.inbox import interruption_detail, shown_to, visible_interruptions
from agency.queries.records import run_record, tool_call_record
from agency.queries.run_timeline import run_timeline
from agency.queries.tool_output import tool_output
from framework.core.errors import NotFound

KINDS = ("question", "approval", "reconcile", "limit")
ENDS = ("pending", "answered", "expired", "cancelled")


class RunListView(Endpoint):
    """Runs of sessions that I may see."""

    @operation(
        answer=shapes.RunPage,
        parameters=[
            *PARAMETERS,
            OpenApiParameter("status", str, description="One or more, comma-separated."),
            OpenApiParameter("session", UUID_SCHEMA),
        ],
    )
    def get(self, request: Request) -> Any:
        """Newest first."""
        seen = visible_sessions(caller_of(request).user_id).values("id")
        rows = Run.objects.filter(session_id__in=seen)
        if statuses := query_word(request, "status", RUN_STATUSES):
            rows = rows.filter(status__in=statuses)
        if (session_id := query_id(request, "session")) is not None:
            rows = rows.filter(session_id=session_id)
        return page_of(request, rows, ("-created_at", "-id"), run_record)


class RunView(Endpoint):
    """One run."""

    @operation(answer=shapes.RunTimeline)
    def get(self, request: Request, run_id: UUID) -> Any:
        """The timeline: steps, model calls, tool calls, waits."""
        return run_timeline(caller_of(request).user_id, run_id)


class RunStopView(Endpoint):
    """Stop the run."""

    @operation(answer=shapes.RunAnswer, status=202, atomic=False)
    def post(self, request: Request, run_id: UUID) -> Any:
        """Ask it to stop; stopping twice is fine."""
        user_id = caller_of(request).user_id
        run = stop_run(user_id=user_id, run_id=run_id)
        return Answer(202, {"run": run_record(run)})


class ToolCallView(Endpoint):
    """One tool call."""

    @operation(answer=shapes.ToolCall)
    def get(self, request: Request, call_id: UUID) -> Any:
        """Input proposed, approved and executed; state; result."""
        return tool_call_record(tool_call_for(caller_of(request).user_id, call_id))


class ToolOutputView(Endpoint):
    """The whole result of a tool call."""

    @operation(answer=shapes.ToolOutput)
    def get(self, request: Request, call_id: UUID) -> Any:
        """The text as the tool gave it, also when the model saw only its ends."""
        return tool_output(tool_call_for(caller_of(request).user_id, call_id))


class InterruptionListView(Endpoint):
    """The inbox."""

    @operation(
        answer=shapes.InterruptionPage,
        parameters=[
            *PARAMETERS,
            OpenApiParameter("status", str, description="One or more, comma-separated."),
            OpenApiParameter("kind", str, description="One or more, comma-separated."),
            OpenApiParameter("session", UUID_SCHEMA),
        ],
    )
    def get(self, request: Request) -> Any:
        """Questions of every session that I may see, newest first."""
        user_id = caller_of(request).user_id
        rows = visible_interruptions(user_id)
        if statuses := query_word(request, "status", ENDS):
            rows = rows.filter(status__in=statuses)
        if kinds := query_word(request, "kind", KINDS):
            rows = rows.filter(kind__in=kinds)
        if (session_id := query_id(request, "session")) is not None:
            rows = rows.filter(session_id=session_id)
        return page_of(request, rows, ("-created_at", "-id"), partial(shown_to, user_id))


class InterruptionView(Endpoint):
    """One question."""

    @operation(answer=shapes.Interruption)
    def get(self, request: Request, interruption_id: UUID) -> Any:
        """What is asked, or how it ended."""
        user_id = caller_of(request).user_id
        row = interruption_detail(user_id, interruption_id)
        if row is None:
            raise NotFound
        return shown_to(user_id, row)

    @operation(body=AnswerBody, answer=shapes.Interruption, scope="answer")
    def patch(self, request: Request, interruption_id: UUID, body: AnswerBody) -> Any:
        """Answer; the first answer wins, a later one gets 409 with what won."""
        return answer(caller_of(request).user_id, interruption_id, body)
