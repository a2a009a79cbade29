"""What is set up in a workspace."""

from typing import Any

from pydantic import Field

from agency.api.shapes.problem import Bag, IdText, Money, PageShape, Shape, Time


class Catalogued(Shape):
    """What every row of the catalogue has."""

    id: IdText
    workspace_id: IdText
    name: str
    created_at: Time
    updated_at: Time
    version: int


class Provider(Catalogued):
    """Where models are called; the key is never read back."""

    kind: str
    base_url: str
    has_key: bool
    key_source: str
    needs_key: bool
    options: Bag
    slots: int | None
    requests_per_minute: int | None
    tokens_per_minute: int | None
    cooldown_until: Time | None
    broken_until: Time | None
    last_error: str
    enabled: bool


class ProviderState(Shape):
    """How busy a provider is at this moment; null where it has no limit.

    `breaker` is closed, open (nobody calls it) or half_open (one run tries it).
    """

    slots_used: int
    slots: int | None
    requests_left: int | None
    tokens_left: int | None
    waiting: int
    cooldown_until: Time | None
    breaker: str


class ProviderDetail(Provider):
    """A provider with its gauges."""

    state: ProviderState


class Model(Catalogued):
    """A model; prices in USD per million tokens, null = unknown."""

    provider_id: IdText
    model_id: str
    window: int
    max_output: int
    price_input: Money | None
    price_output: Money | None
    price_cache_read: Money | None
    price_cache_write: Money | None
    abilities: Bag
    enabled: bool


class Agent(Catalogued):
    """An agent."""

    profile_id: IdText | None
    aliases: list[str]
    role: str
    focus: str
    system_prompt: str
    model_id: IdText | None
    mode_id: IdText | None
    prefers: list[str]
    fallbacks: list[IdText]
    tools: list[str] | None
    limits: Bag
    kind: str
    greeting: str
    enabled: bool


class Profile(Catalogued):
    """A template from which agents are made."""

    role: str
    focus: str
    system_prompt: str
    settings: Bag


class Mode(Catalogued):
    """A way of working."""

    slug: str
    prompt: str
    tools: list[str] | None
    folder: str
    builtin: bool


class Skill(Catalogued):
    """Knowledge that an agent opens on demand."""

    description: str
    body: str


class Effective(Shape):
    """What would happen if the tool were called now, and why."""

    outcome: str
    origin: str
    reason: str


class Tool(Shape):
    """A tool that exists, with the policy in force."""

    id: IdText
    name: str
    description: str
    schema_: Any = Field(alias="schema")
    effect: str
    parallel: bool
    default_policy: str
    kind: str
    available: bool
    effective: Effective


class Policy(Shape):
    """A rule of one scope."""

    id: IdText
    scope: str
    workspace_id: IdText
    agent_id: IdText | None
    session_id: IdText | None
    pattern: str
    outcome: str
    argument: Any
    reason: str
    made_by: int | None
    expires_at: Time | None
    created_at: Time


class ProbeResult(Shape):
    """Whether a provider or model answers."""

    ok: bool
    detail: str
    hint: str
    seconds: float


class LocalServer(Shape):
    """A server of this machine that speaks OpenAI's API."""

    name: str
    base_url: str
    models: list[str]
    provider_id: IdText | None


class LocalServers(Shape):
    """What was found."""

    servers: list[LocalServer]


class ServedModels(Shape):
    """The ids that a provider serves, and the models that were added."""

    served: list[str]
    added: list[Model]


class ProviderPage(PageShape):
    """Providers by name."""

    results: list[Provider]


class ModelPage(PageShape):
    """Models by name."""

    results: list[Model]


class AgentPage(PageShape):
    """Agents by name."""

    results: list[Agent]


class ProfilePage(PageShape):
    """Profiles by name."""

    results: list[Profile]


class ModePage(PageShape):
    """Modes by name."""

    results: list[Mode]


class SkillPage(PageShape):
    """Skills by name."""

    results: list[Skill]


class ToolPage(PageShape):
    """Tools by name."""

    results: list[Tool]


class PolicyPage(PageShape):
    """Rules, newest first."""

    results: list[Policy]
