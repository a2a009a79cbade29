"""Requests about what a workspace has: providers, models, agents, rules, members."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from pydantic import BeforeValidator, Field, model_validator

from agency.commands.catalogue.create_policy import create_policy
from agency.commands.catalogue.create_row import create_row
from agency.commands.catalogue.delete_policy import delete_policy
from agency.commands.catalogue.delete_row import delete_row
from agency.commands.catalogue.served import look_around, served_models
from agency.commands.catalogue.update_row import update_row
from agency.commands.idempotency import Answer
from agency.commands.requests.body import Body, Id, Versioned
from agency.queries import catalogue
from agency.queries.catalogue import policy_card
from agency.queries.default_workspace import default_workspace

Text = str | None
Count = Annotated[int | None, Field(ge=1, le=2_000_000_000)]
Price = str | int | float | None
Names = list[str] | None
Bag = dict[str, Any] | None
Flag = bool | None


class RowBody(Versioned):
    """Fields of a catalogue row; `workspace_id` is for a new one only."""

    workspace_id: Id | None = None
    name: Text = None


class ProviderBody(RowBody):
    """A provider; `key` is write-only, null or blank forgets it."""

    kind: Text = None
    base_url: Text = None
    key: Text = None
    options: Bag = None
    slots: Count = None
    requests_per_minute: Count = None
    tokens_per_minute: Count = None
    enabled: Flag = None


class LookBody(Body):
    """The workspace that would use what is found; the person's first one if none is named."""

    workspace_id: Id | None = None


class ServedBody(Body):
    """Which of the served models are to be added."""

    add: Annotated[list[str], Field(max_length=100)] = Field(default_factory=list)


class ModelBody(RowBody):
    """A model of a provider."""

    provider_id: Id | None = None
    model_id: Text = None
    window: Count = None
    max_output: Count = None
    price_input: Price = None
    price_output: Price = None
    price_cache_read: Price = None
    price_cache_write: Price = None
    abilities: Bag = None
    enabled: Flag = None


class ProfileBody(RowBody):
    """A template."""

    role: Text = None
    focus: Text = None
    system_prompt: Text = None
    settings: Bag = None


class AgentBody(RowBody):
    """An agent."""

    profile_id: Id | None = None
    aliases: Names = None
    role: Text = None
    focus: Text = None
    system_prompt: Text = None
    model_id: Id | None = None
    mode_id: Id | None = None
    prefers: Names = None
    fallbacks: Names = None
    tools: Names = None
    limits: Bag = None
    greeting: Text = None
    enabled: Flag = None


class ModeBody(RowBody):
    """A way of working."""

    slug: Text = None
    prompt: Text = None
    tools: Names = None
    folder: Text = None


class SkillBody(RowBody):
    """A skill."""

    description: Text = None
    body: Text = None


BODIES: dict[str, type[RowBody]] = {
    "provider": ProviderBody,
    "model": ModelBody,
    "profile": ProfileBody,
    "agent": AgentBody,
    "mode": ModeBody,
    "skill": SkillBody,
}


def card(resource: str, row: Any) -> dict[str, Any]:
    """The record of a catalogue row."""
    made: dict[str, Any] = getattr(catalogue, f"{resource}_card")(row)
    return made


def create(user_id: int, resource: str, body: RowBody) -> Answer:
    """A new row of the named workspace, else of the person's first one."""
    fields = body.given("version", "workspace_id")
    row = create_row(
        user_id=user_id,
        resource=resource,
        workspace_id=body.workspace_id or default_workspace(user_id),
        fields=fields,
    )
    return Answer(201, card(resource, row))


def change(user_id: int, resource: str, row_id: UUID, body: RowBody) -> Answer:
    """The changed row."""
    row = update_row(
        user_id=user_id,
        resource=resource,
        row_id=row_id,
        changes=body.given("version"),
        version=body.version,
    )
    return Answer(200, card(resource, row))


def look(user_id: int, body: LookBody) -> Answer:
    """The servers of this machine."""
    workspace_id = body.workspace_id or default_workspace(user_id)
    return Answer(200, {"servers": look_around(user_id=user_id, workspace_id=workspace_id)})


def serve(user_id: int, provider_id: UUID, body: ServedBody) -> Answer:
    """What a provider serves."""
    found = served_models(user_id=user_id, provider_id=provider_id, add=body.add)
    added = [catalogue.model_card(row) for row in found.added]
    return Answer(200, {"served": found.served, "added": added})


def delete(user_id: int, resource: str, row_id: UUID) -> Answer:
    """The row is gone."""
    delete_row(user_id=user_id, resource=resource, row_id=row_id)
    return Answer(204)


def _moment(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    moment = datetime.fromisoformat(value)
    if moment.tzinfo is None or not 2000 <= moment.year <= 9000:
        raise ValueError("must be like 2030-01-01T00:00:00Z, with its zone")
    return moment


Moment = Annotated[datetime, BeforeValidator(_moment)]


class PolicyBody(Body):
    """A rule: which tool, which outcome, for which argument, in which scope."""

    scope: str
    scope_id: Id | None = None
    workspace_id: Id | None = None
    agent_id: Id | None = None
    session_id: Id | None = None
    pattern: str
    outcome: str
    argument: str | None = None
    reason: str = ""
    expires_at: Moment | None = None

    @property
    def subject(self) -> UUID | None:
        """What the rule is about, by whichever name it was given."""
        named = {
            "workspace": self.workspace_id,
            "agent": self.agent_id,
            "session": self.session_id,
        }
        return self.scope_id or named.get(self.scope)

    @model_validator(mode="after")
    def _one_subject(self) -> "PolicyBody":
        if self.subject is None and self.scope in ("agent", "session"):
            raise ValueError(f"name the {self.scope} as `scope_id`")
        return self


def add_policy(user_id: int, body: PolicyBody) -> Answer:
    """The new rule."""
    row = create_policy(
        user_id=user_id,
        scope=body.scope,
        scope_id=body.subject or default_workspace(user_id),
        pattern=body.pattern,
        outcome=body.outcome,
        argument=body.argument,
        expires_at=body.expires_at,
        reason=body.reason,
    )
    return Answer(201, policy_card(row))


def drop_policy(user_id: int, policy_id: UUID) -> Answer:
    """The rule is gone."""
    delete_policy(user_id=user_id, policy_id=policy_id)
    return Answer(204)
