"""Rows that tests begin with, made by the product's own commands where it has them."""

from dataclasses import dataclass
from itertools import count
from uuid import UUID

from langchain_core.messages import AIMessage, message_to_dict

from agency.channel.protocol import Monitor
from agency.commands._rows import append_message, set_session_status
from agency.commands.session._body import MessageBody
from agency.commands.session.launch_session import Launch, launch_session
from agency.commands.session.send_message import Sent, send_message
from agency.models import Agent, Membership, Message, Model, Provider, Run, Session, User, Workspace
from framework.db.clock import db_now
from framework.db.transaction import unit_of_work

_numbers = count(1)

DOT = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg"
    "gg=="
)
"""A picture of one pixel, in base64."""


@dataclass
class World:
    """A workspace with a demo model, one agent and people in every role."""

    workspace: Workspace
    model: Model
    agent: Agent
    owner: User
    editor: User
    viewer: User
    stranger: User


def make_user(name: str = "person", **fields: object) -> User:
    """A person who can sign in with the password `correct horse`."""
    user = User(username=f"{name}{next(_numbers)}", **fields)
    user.set_password("correct horse")
    user.save()
    return user


def make_world(kind: str = "demo", base_url: str = "") -> World:
    """A fresh workspace; other worlds of the same test see nothing of it."""
    workspace = Workspace.objects.create(name=f"Workspace {next(_numbers)}")
    provider = Provider.objects.create(
        workspace=workspace, name="Provider", kind=kind, base_url=base_url
    )
    model = Model.objects.create(
        workspace=workspace,
        provider=provider,
        name="Model",
        model_id="demo" if kind == "demo" else "claude-test",
        abilities={"vision": True, "tools": True, "thinking": True},
    )
    agent = Agent.objects.create(workspace=workspace, name="Guide")
    people = {}
    for role in ("owner", "editor", "viewer"):
        people[role] = make_user(role)
        Membership.objects.create(
            workspace=workspace, user=people[role], role=role, can_answer=role == "owner"
        )
    return World(workspace, model, agent, **people, stranger=make_user("stranger"))


def make_session(world: World, *, owner: User | None = None, **fields: object) -> Session:
    """An idle session of the world's agent."""
    launch = Launch(agent_id=world.agent.id, **fields)  # type: ignore[arg-type]  # as given
    return launch_session(user_id=(owner or world.owner).pk, launch=launch)[0]


def say(session: Session, text: str, message_id: UUID | None = None, **more: object) -> Sent:
    """The owner says something."""
    return send_message(
        user_id=session.owner_id,
        session_id=session.id,
        body=MessageBody(text=text),
        message_id=message_id,
        **more,  # type: ignore[arg-type]  # as given
    )


def answer_run(run: Run, text: str) -> Message:
    """End a queued run with a plain answer, as if a worker had done it."""
    with unit_of_work():
        held = Run.objects.select_related("session", "branch__session").get(id=run.id)
        message = append_message(
            held.branch,
            role="ai",
            content=message_to_dict(AIMessage(content=text))["data"],
            settled=True,
            run=held,
            step=0,
        )
        held.status = "done"
        held.ended_at = db_now()
        held.save(update_fields=["status", "ended_at"])
        Monitor.run_end(held)
        set_session_status(held.branch.session, "completed")
    return message
