"""Which model a session uses now: session, agent, environment, workspace, first that works."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Case, IntegerField, QuerySet, Value, When

from agency.environment import environment_key, environment_model, environment_url
from agency.errors import NoModel
from agency.models import Agent, Model, Provider, Session
from framework.core.ids import parse_uuid
from framework.core.secrets import decrypt
from framework.db.compiled import Compiled, Given


@dataclass(frozen=True, repr=False)
class EffectiveModel:
    """The model with what is needed to call it; `key` never leaves this object's user.

    `fallback_of` is the provider's name of the model that it stands in for.
    """

    model: Model
    provider: Provider
    kind: str
    base_url: str | None
    key: str | None
    source: str
    fallback_of: str = ""


def effective_model(session: Session) -> EffectiveModel:
    """The model of the session as settings stand now; raises NoModel. At most four queries."""
    override = parse_uuid(session.overrides.get("model"))
    agent = session.agent
    usable = usable_models(session.workspace_id)
    for source, model_id in (("session", override), ("agent", agent.model_id if agent else None)):
        if model_id is not None and (row := _one(session, model_id)):
            return _callable(row, source)
    if agent is not None and (preferred := _preferred(usable, agent)):
        return _callable(preferred, "agent")
    if (name := environment_model()) and (row := usable.filter(model_id=name).first()):
        return _callable(row, "environment")
    default_id = session.workspace.default_model_id
    if default_id is not None and (row := _one(session, default_id)):
        return _callable(row, "workspace")
    if (row := _first(usable)) is not None:
        return _callable(row, "first")
    raise NoModel


def call_details(model: Model) -> EffectiveModel:
    """How to call this very model, as the test button does."""
    return _callable(model, "asked")


def _one(session: Session, model_id: UUID) -> Model | None:
    return _USABLE.first(workspace=session.workspace_id, model=model_id)


def usable_models(workspace_id: UUID | Given) -> QuerySet[Model, Model]:
    """The models of a workspace that are switched on, each with its provider."""
    return Model.objects.select_related("provider").filter(
        workspace_id=workspace_id, enabled=True, provider__enabled=True
    )


_USABLE = Compiled(lambda: usable_models(Given("workspace")).filter(id=Given("model")))


def _preferred(usable: QuerySet[Model, Model], agent: Agent) -> Model | None:
    """The first usable model that has an ability which the agent prefers."""
    for ability in agent.prefers:
        if row := _first(usable.filter(abilities__contains={ability: True})):
            return row
    return None


def _first(usable: QuerySet[Model, Model]) -> Model | None:
    """A real model with a key before the demo model."""
    order = Case(
        When(provider__kind="demo", then=Value(1)), default=Value(0), output_field=IntegerField()
    )
    for row in usable.annotate(rank=order).order_by("rank", "created_at", "id"):
        if _may_answer(row.provider):
            return row
    return None


def _may_answer(provider: Provider) -> bool:
    """Whether it has what it needs; servers of one's own often want no key."""
    if provider.kind in ("demo", "plugin") or provider_key(provider):
        return True
    return provider.kind == "openai" and bool(address_of(provider))


def address_of(provider: Provider) -> str | None:
    """Where it is: its own address, else the environment's for one that the environment made."""
    from_environment = provider.key_source == "environment"
    return provider.base_url or (environment_url(provider.kind) if from_environment else None)


def provider_key(provider: Provider) -> str | None:
    """The key in clear: the stored one, else the environment's; None when there is none."""
    if provider.encrypted_key is not None:
        return decrypt(provider.encrypted_key)
    return environment_key(provider.kind) if provider.key_source == "environment" else None


def _callable(model: Model, source: str) -> EffectiveModel:
    provider = model.provider
    return EffectiveModel(
        model=model,
        provider=provider,
        kind=provider.kind,
        base_url=address_of(provider),
        key=provider_key(provider),
        source=source,
    )
