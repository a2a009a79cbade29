"""Rows that a measurement begins with; a process of its own, told by JSON on standard input."""

import json
import os
import sys
import time
from typing import Any
from uuid import UUID

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "framework.server.settings")
django.setup()

from django.db import connection  # noqa: E402 (needs the app registry)
from django.test.utils import CaptureQueriesContext  # noqa: E402
from langchain_core.messages import AIMessage, HumanMessage, message_to_dict  # noqa: E402

from agency.commands.identity.issue_token import issue_token  # noqa: E402
from agency.commands.session.launch_session import Launch, launch_session  # noqa: E402
from agency.models import (  # noqa: E402
    Agent,
    Branch,
    Membership,
    Message,
    Model,
    Provider,
    User,
    Workspace,
)
from agency.queries.session_snapshot import session_snapshot  # noqa: E402
from framework.core.ids import uuid7  # noqa: E402
from framework.core.secrets import encrypt  # noqa: E402

WORDS = "A sentence of the usual length, as people and models write them all day long. "


def agent_of(model_url: str) -> Agent:
    """The one agent of the measurements, whose model is the fake provider."""
    found = Agent.objects.filter(name="Measured").first()
    if found is not None:
        return found
    workspace = Workspace.objects.create(name="Measured")
    provider = Provider.objects.create(
        workspace=workspace,
        name="Fake",
        kind="anthropic",
        base_url=model_url,
        encrypted_key=encrypt("sk-test-0000"),
    )
    model = Model.objects.create(
        workspace=workspace,
        provider=provider,
        name="Claude",
        model_id="claude-sonnet-5-5",
        window=4_000_000,
        abilities={"vision": True, "tools": True, "thinking": True},
    )
    return Agent.objects.create(workspace=workspace, name="Measured", model=model)


def people(agent: Agent, count: int) -> list[dict[str, Any]]:
    """Editors, each with a token and a session."""
    made = []
    for _ in range(count):
        user = User.objects.create(username=f"measured-{uuid7().hex}", password="!")
        Membership.objects.create(
            workspace=agent.workspace, user=user, role="editor", can_answer=True
        )
        _, token = issue_token(user_id=user.pk, name="bench")
        session, _ = launch_session(user_id=user.pk, launch=Launch(agent_id=agent.id))
        made.append({"user": user.pk, "token": token, "session": str(session.id)})
    return made


def history(session: str, user: int, count: int) -> dict[str, Any]:
    """Fill a session with `count` messages; what opening it costs the database."""
    branch = Branch.objects.get(session_id=session)
    for start in range(0, count, 1000):
        rows = [_message(branch, depth) for depth in range(start + 1, min(start + 1000, count) + 1)]
        Message.objects.bulk_create(rows)
    branch.head_depth = count
    branch.save(update_fields=["head_depth"])
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    with CaptureQueriesContext(connection) as queries:
        began = time.perf_counter()
        session_snapshot(user, UUID(session))
        seconds = time.perf_counter() - began
    return {"queries": len(queries), "seconds": seconds}


def _message(branch: Branch, depth: int) -> Message:
    mine = depth % 2 == 1
    message: Any = HumanMessage(WORDS) if mine else AIMessage(WORDS * 2)
    identity = uuid7()
    content = message_to_dict(message)["data"] | {"id": str(identity)}
    return Message(
        id=identity,
        session_id=branch.session_id,
        branch=branch,
        depth=depth,
        role="human" if mine else "ai",
        content=content,
        settled=True,
    )


def main() -> None:
    """One request, one line of JSON."""
    asked = json.loads(sys.stdin.read())
    what = asked.pop("what")
    agent = agent_of(asked.pop("model_url"))
    found = people(agent, **asked) if what == "people" else history(**asked)
    sys.stdout.write(json.dumps(found) + "\n")


if __name__ == "__main__":
    main()
