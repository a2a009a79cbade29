"""One row of every table, as many times as wanted, each hanging on rows of its own."""

import itertools
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType

from agency import models as m
from framework.db.clock import db_now
from framework.events.models import Event, Stream
from tests.factories import make_user

NAME = "<script>alert(1)</script>"
SECRET = "unspeakable-secret"
_numbers = itertools.count(1)


def make_rows() -> None:
    """One more of everything; every foreign key that can be set is set."""
    number = next(_numbers)
    made: dict[str, Any] = {}
    for name, make in MAKERS.items():
        made[name] = make(made, number)


def _workspace(_made: dict[str, Any], number: int) -> m.Workspace:
    return m.Workspace.objects.create(name=f"{NAME} {number}")


def _provider(made: dict[str, Any], number: int) -> m.Provider:
    return m.Provider.objects.create(
        workspace=made["workspace"], name=NAME, kind="demo", encrypted_key=SECRET.encode()
    )


def _model(made: dict[str, Any], number: int) -> m.Model:
    model = m.Model.objects.create(
        workspace=made["workspace"], provider=made["provider"], name=NAME, model_id="demo",
        abilities={"vision": True},
    )  # fmt: skip
    m.Workspace.objects.filter(id=made["workspace"].id).update(default_model=model)
    return model


def _agent(made: dict[str, Any], number: int) -> m.Agent:
    return m.Agent.objects.create(
        workspace=made["workspace"], name=NAME, model=made["model"], mode=made["mode"],
        profile=made["profile"],
    )  # fmt: skip


def _server(made: dict[str, Any], number: int) -> m.McpServer:
    return m.McpServer.objects.create(
        workspace=made["workspace"], name=NAME, slug="server", transport="http",
        encrypted_secrets=SECRET.encode(), encrypted_grant=SECRET.encode(),
    )  # fmt: skip


def _session(made: dict[str, Any], number: int) -> m.Session:
    return m.Session.objects.create(
        workspace=made["workspace"], owner=made["user"], agent=made["agent"], name=NAME,
        overrides={"system_prompt": NAME},
    )  # fmt: skip


def _run(made: dict[str, Any], number: int) -> m.Run:
    return m.Run.objects.create(
        session=made["session"], branch=made["branch"], status="running", owner=made["worker"]
    )


def _message(made: dict[str, Any], number: int) -> m.Message:
    return m.Message.objects.create(
        session=made["session"], branch=made["branch"], depth=1, role="ai", run=made["run"],
        content={"content": NAME}, author=made["user"], settled=False,
    )  # fmt: skip


def _tool_call(made: dict[str, Any], number: int) -> m.ToolCall:
    return m.ToolCall.objects.create(
        session=made["session"], run=made["run"], message=made["message"], idx=0,
        provider_call_id="a", name=NAME, args={"path": NAME}, effect="pure",
    )  # fmt: skip


def _interruption(made: dict[str, Any], number: int) -> m.Interruption:
    return m.Interruption.objects.create(
        session=made["session"], run=made["run"], tool_call=made["tool_call"], kind="question",
        prompt={"title": NAME}, status="answered", answer={"text": NAME},
        answered_by=made["user"],
    )  # fmt: skip


def _policy(made: dict[str, Any], number: int) -> m.Policy:
    return m.Policy.objects.create(
        scope="agent", workspace=made["workspace"], agent=made["agent"], pattern=NAME,
        outcome="ask", made_by=made["user"],
    )  # fmt: skip


def _file(model: type[Any]) -> Callable[[dict[str, Any], int], Any]:
    return lambda made, number: model.objects.create(
        workspace=made["workspace"], owner=made["user"], name=NAME, media_type="image/png",
        size=1, sha256="0", path=f"{number}",
    )  # fmt: skip


def _in_workspace(model: type[Any], **fields: Any) -> Callable[[dict[str, Any], int], Any]:
    return lambda made, _number: model.objects.create(
        workspace=made["workspace"], name=NAME, **fields
    )


def _log_entry(made: dict[str, Any], number: int) -> LogEntry:
    return LogEntry.objects.create(
        user=made["user"], content_type=ContentType.objects.get_for_model(m.Session),
        object_id=str(number), object_repr=NAME, action_flag=2, change_message=NAME,
    )  # fmt: skip


MAKERS: dict[str, Callable[[dict[str, Any], int], Any]] = {
    "user": lambda _made, _number: make_user("person", display_name=NAME),
    "workspace": _workspace,
    "membership": lambda made, _number: m.Membership.objects.create(
        workspace=made["workspace"], user=made["user"], role="owner"
    ),
    "token": lambda made, number: m.ApiToken.objects.create(
        user=made["user"], name=NAME, token_hash=f"{SECRET}-{number}", scopes=["read"]
    ),
    "link": lambda made, number: m.WelcomeLink.objects.create(
        user=made["user"], token_hash=f"{SECRET}-{number}", expires_at=db_now()
    ),
    "provider": _provider,
    "model": _model,
    "mode": _in_workspace(m.Mode, slug="mode"),
    "profile": _in_workspace(m.Profile),
    "skill": _in_workspace(m.Skill),
    "agent": _agent,
    "server": _server,
    "tool": lambda made, _number: m.Tool.objects.create(
        workspace=made["workspace"], server=made["server"], name=NAME, digest="0", effect="pure"
    ),
    "session": _session,
    "branch": lambda made, _number: m.Branch.objects.create(
        session=made["session"], name=NAME, created_by=made["user"]
    ),
    "worker": lambda _made, number: m.Worker.objects.create(
        name=NAME, lock_key=number, expires_at=db_now()
    ),
    "run": _run,
    "message": _message,
    "segment": lambda made, number: m.SearchSegment.objects.create(
        domain=f"u{number}", lane="fresh", first_at=db_now(), last_at=db_now()
    ),
    "searched": lambda made, _number: m.SearchText.objects.create(
        segment=made["segment"],
        session=made["session"],
        message=made["message"],
        subject=made["message"].id,
        at=db_now(),
        text=NAME,
        keys=[1],
    ),
    "duty": lambda made, _number: m.SearchDuty.objects.create(session_id=made["session"].id),
    "group": lambda made, _number: m.ToolGroup.objects.create(
        session=made["session"], message=made["message"], name=NAME, svg=NAME
    ),
    "compaction": lambda made, _number: m.Compaction.objects.create(
        session=made["session"], branch=made["branch"], run=made["run"], depth=1, state="failed",
        reason="manual", tokens_before=1, summary=NAME, ended_at=db_now(),
    ),
    "past_call": lambda made, _number: m.PastCall.objects.create(
        session=made["session"], run=made["run"], record={"model": NAME}
    ),
    "small_job": lambda made, number: m.SmallJob.objects.create(
        session=made["session"], kind="title", subject=uuid4(), error={"title": NAME}
    ),
    "queued": lambda made, _number: m.QueuedMessage.objects.create(
        session=made["session"], position=1, author=made["user"], body={"text": NAME}
    ),
    "tool_call": _tool_call,
    "interruption": _interruption,
    "policy": _policy,
    "model_call": lambda made, _number: m.ModelCall.objects.create(
        session_id=made["session"].id, run_id=made["run"].id, step=0, model=NAME
    ),
    "budget": lambda made, _number: m.Budget.objects.create(
        workspace=made["workspace"], scope="session", subject=str(made["session"].id),
        unit="usd", limit=1,
    ),
    "reservation": lambda made, _number: m.Reservation.objects.create(
        model_call=made["model_call"], budget=made["budget"], amount=1
    ),
    "analytics_event": lambda made, _number: m.AnalyticsEvent.objects.create(
        event="session_started", workspace_id=made["workspace"].id, user_id=made["user"].pk,
        session_id=made["session"].id, run_id=made["run"].id, properties={"kind": NAME},
    ),
    "task": lambda made, _number: m.TaskRecord.objects.create(
        task_id=str(uuid4()), name=NAME, run_id=made["run"].id
    ),
    "document": _file(m.Document),
    "photo": _file(m.Photo),
    "attachment": _file(m.Attachment),
    "idempotency": lambda made, _number: m.Idempotency.objects.create(
        user=made["user"], key=NAME, fingerprint="0", answer={"token": SECRET}, expires_at=db_now()
    ),
    "conversation": _in_workspace(m.Conversation),
    "member": lambda made, _number: m.Member.objects.create(
        conversation=made["conversation"], session=made["session"]
    ),
    "chat_message": lambda made, number: m.ChatMessage.objects.create(
        conversation=made["conversation"], seq=1, sender=made["member"],
        content={"text": NAME}, dedupe_key=f"{number}",
    ),
    "turn": lambda made, _number: m.ReplyTurn.objects.create(
        member=made["member"], trigger_seq=1, policy="optional", run=made["run"]
    ),
    "stream": lambda made, _number: Stream.objects.create(
        kind="session", subject=str(made["session"].id), last_seq=1
    ),
    "event": lambda made, _number: Event.objects.create(
        stream=made["stream"], seq=1, frame={"type": "monitor_event", "event": NAME}
    ),
    "log_entry": _log_entry,
}  # fmt: skip
