"""A workspace in which every address has something to show."""

import base64
from dataclasses import dataclass, field
from typing import Any

from langchain_core.messages import AIMessage, message_to_dict

from agency.access import my_workspaces
from agency.commands._rows import append_message
from agency.commands.budget.create_budget import create_budget
from agency.commands.catalogue.create_policy import create_policy
from agency.commands.catalogue.create_row import create_row
from agency.commands.file.store_upload import store_upload
from agency.commands.identity.issue_token import issue_token
from agency.commands.session._body import MessageBody
from agency.commands.session.edit_message import edit_message
from agency.models import (
    Interruption,
    Membership,
    Message,
    QueuedMessage,
    Run,
    Session,
    TaskRecord,
    Tool,
    ToolCall,
    User,
)
from agency.tool.question import question_prompt
from framework.db.transaction import unit_of_work
from tests.contract.rest import Caller
from tests.factories import DOT, World, answer_run, make_session, make_user, make_world, say

PNG = base64.b64decode(DOT)


@dataclass
class Place:
    """The people by role, and the ids that addresses and bodies name."""

    people: dict[str, User]
    ids: dict[str, str]
    rows: dict[str, str] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    callers: dict[str, Caller] = field(default_factory=dict)

    def caller(self, role: str) -> Caller:
        """Somebody of the role, who always calls with the same token."""
        if role not in self.callers:
            self.callers[role] = Caller(self.people.get(role))
        return self.callers[role]

    def path(self, route: str) -> str:
        """The address of a route, filled in."""
        noun = route.split("/")[0]
        filled = route.replace("<uuid:row_id>", self.rows.get(noun, ""))
        filled = filled.replace("<uuid:file_id>", self.files.get(noun, ""))
        if "regenerate" in route:
            filled = filled.replace("<uuid:message_id>", self.ids["answer_id"])
        if "/output/" in route:
            filled = filled.replace("<uuid:call_id>", self.ids["ended_id"])
        if "/queue/" in route:
            filled = filled.replace("<uuid:message_id>", self.ids["queued_id"])
        for name, value in self.ids.items():
            filled = filled.replace(f"<uuid:{name}>", value).replace(f"<str:{name}>", value)
        return f"/{filled}"

    def body(self, body: Any) -> Any:
        """The body with the ids that it names."""
        if not isinstance(body, dict):
            return body
        return {
            name: value.format(**self.ids) if isinstance(value, str) else value
            for name, value in body.items()
        }


def make_place(visibility: str) -> Place:
    """A fresh one, with a session of the owner that the members may see or not."""
    world = make_world()
    answerer, staff = make_user("answerer"), make_user("staff", is_staff=True)
    Membership.objects.create(
        workspace=world.workspace, user=answerer, role="editor", can_answer=True
    )
    people = {name: getattr(world, name) for name in ("owner", "editor", "viewer", "stranger")} | {
        "answerer": answerer,
        "staff": staff,
    }
    ids = {
        "workspace": str(world.workspace.id),
        "workspace_id": str(world.workspace.id),
        "agent": str(world.agent.id),
        "provider": str(world.model.provider_id),
        "newcomer": make_user("newcomer").username,
    }
    place = Place(people, ids)
    _rows(place, world)
    _files(place, world, _session(place, world, visibility))
    return place


def _rows(place: Place, world: World) -> None:
    owner = world.owner.pk
    home = my_workspaces(owner)[0]
    for noun, more in (("profile", {}), ("mode", {"slug": "one"}), ("skill", {})):
        fields = {"name": "One", **more}
        row = create_row(user_id=owner, resource=noun, workspace_id=home, fields=fields)
        place.rows[noun] = str(row.id)
    place.rows |= {
        "agent": str(world.agent.id),
        "model": str(world.model.id),
        "provider": str(world.model.provider_id),
    }
    rule = create_policy(
        user_id=owner, scope="workspace", scope_id=home, pattern="Write", outcome="ask"
    )
    cap = create_budget(
        user_id=owner, workspace_id=home, scope="workspace", unit="calls", limit=1_000
    )
    tool = Tool.objects.create(name=f"Tool{home}", digest="0" * 64, effect="pure")
    task = TaskRecord.objects.create(task_id=f"task-{home}", name="agency.run")
    member = Membership.objects.get(user=world.viewer)
    place.ids |= {
        "policy_id": str(rule.id),
        "budget_id": str(cap.id),
        "tool_id": str(tool.id),
        "task_id": task.task_id,
        "member_id": str(member.id),
        "token_id": str(issue_token(user_id=owner, name="one")[0].id),
    }


def _session(place: Place, world: World, visibility: str) -> Session:
    """Two branches, and a run that waits for an answer while a message waits for it."""
    session = make_session(world, visibility=visibility)
    first = say(session, "hello")
    assert first.message is not None and first.run is not None
    answer = answer_run(first.run, "hi")
    edited = edit_message(
        user_id=world.owner.pk,
        session_id=session.id,
        message_id=first.message.id,
        body=MessageBody(text="good day"),
    )
    assert edited.run is not None and edited.message is not None
    call = _asked(edited.run)
    ended = _ended(call)
    queued = say(session, "later").queued
    assert isinstance(queued, QueuedMessage)
    place.ids |= {
        "session_id": str(session.id),
        "message_id": str(first.message.id),
        "answer_id": str(answer.id),
        "queued_id": str(queued.id),
        "branch_id": str(first.message.branch_id),
        "other_id": str(edited.message.branch_id),
        "run_id": str(edited.run.id),
        "call_id": str(call.id),
        "ended_id": str(ended.id),
        "interruption_id": str(call.interruptions.get().id),
    }
    return session


def _ended(call: ToolCall) -> ToolCall:
    """A call of the same turn that has its result."""
    return ToolCall.objects.create(
        session_id=call.session_id,
        run=call.run,
        message=call.message,
        idx=1,
        provider_call_id="2",
        name="Read",
        args={},
        effect="pure",
        state="done",
        result={"content": "text", "is_error": False},
    )


def _asked(run: Run) -> ToolCall:
    """The run is suspended on a question."""
    args = {"question": "Which colour?"}
    asked = AIMessage(content="", tool_calls=[{"id": "1", "name": "ask_human", "args": args}])
    with unit_of_work():
        message: Message = append_message(
            run.branch,
            role="ai",
            content=message_to_dict(asked)["data"],
            settled=False,
            run=run,
            step=0,
        )
    Run.objects.filter(id=run.id).update(status="suspended")
    call = ToolCall.objects.create(
        session_id=run.session_id,
        run=run,
        message=message,
        idx=0,
        provider_call_id="1",
        name="ask_human",
        args=args,
        effect="pure",
        state="awaiting",
    )
    Interruption.objects.create(
        session_id=run.session_id,
        run=run,
        tool_call=call,
        kind="question",
        prompt=question_prompt("ask_human", args),
    )
    return call


def _files(place: Place, world: World, session: Session) -> None:
    for kind in ("document", "photo", "attachment"):
        row = store_upload(
            user_id=world.owner.pk,
            kind=kind,
            workspace_id=world.workspace.id,
            name="one",
            data=PNG,
            session_id=session.id if kind == "attachment" else None,
        )
        place.files[kind] = str(row.id)
