"""People in every role of one workspace of a running installation."""

import json
from dataclasses import dataclass
from typing import Any

from tests.plugin.stack import Stack

MAKE = """
import json
from agency.commands.identity.issue_token import issue_token
from agency.models import Agent, Membership, User, Workspace
from agency.seeds import sync_tools
home = Workspace.objects.order_by("created_at").first()
room = Workspace.objects.create(name="Room", default_model=home.default_model)
import secrets
found = {"workspace": str(room.id), "people": {}}
for role in ("owner", "editor", "viewer", "answerer", "stranger", "staff"):
    user = User(username=f"{role}-{secrets.token_hex(3)}", is_staff=role == "staff")
    user.set_password("correct horse 42")
    user.save()
    place = {"answerer": "editor", "staff": None, "stranger": None}.get(role, role)
    if place:
        Membership.objects.create(
            workspace=room, user=user, role=place, can_answer=role in ("owner", "answerer")
        )
    row, token = issue_token(user_id=user.pk, name=role)
    found["people"][role] = {"id": user.pk, "username": user.username, "token": token}
from agency.models import Model, Provider
provider = Provider.objects.create(workspace=room, name="Demo", kind="demo")
model = Model.objects.create(
    workspace=room, provider=provider, name="Demo", model_id="demo",
    abilities={"vision": True, "tools": True, "thinking": True},
)
room.default_model = model
room.save(update_fields=["default_model"])
agent = Agent.objects.create(workspace=room, name="Guide")
found |= {"agent": str(agent.id), "model": str(model.id), "provider": str(provider.id)}
print(json.dumps(found))
"""


@dataclass
class Person:
    """Somebody with a token that is not limited."""

    id: int
    username: str
    token: str
    stack: Stack

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """One REST call of this person."""
        return self.stack.call(method, path, body, token=self.token)


@dataclass
class Crowd:
    """A workspace with one agent, and its people."""

    workspace: str
    agent: str
    model: str
    provider: str
    people: dict[str, Person]

    def __getattr__(self, role: str) -> Person:
        try:
            return self.people[role]
        except KeyError:
            raise AttributeError(role) from None

    def session(self, role: str = "owner", **fields: Any) -> str:
        """The id of a fresh session of that person."""
        made = self.people[role].call("POST", "/api/session/", {"agent": self.agent, **fields})
        return str(made["id"])


def make_crowd(stack: Stack) -> Crowd:
    """Everybody, made in one process."""
    found = json.loads(stack.manage("shell", "-v", "0", "-c", MAKE).splitlines()[-1])
    people = {role: Person(stack=stack, **one) for role, one in found.pop("people").items()}
    return Crowd(people=people, **found)
