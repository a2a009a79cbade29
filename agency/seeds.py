"""What a fresh installation starts with; running it again changes nothing that a person made."""

import hashlib
import json

from django.contrib.auth.hashers import make_password

from agency.commands.session.launch_session import Launch, launch_session
from agency.environment import environment_key, environment_model, environment_url
from agency.llm.catalogue import DEFAULT_MODELS
from agency.models import (
    Agent,
    Membership,
    Mode,
    Model,
    Provider,
    Session,
    Tool,
    User,
    Workspace,
)
from agency.tool.registry import all_specs, load_tools
from framework.db.transaction import unit_of_work

WORKSPACE = "Home"
GREETING = (
    "Hello. I stream my answers, use tools, and ask before I change anything."
    " Pick one of the suggestions below, or write to me."
)
MODES: tuple[tuple[str, str, str, list[str] | None], ...] = (
    ("agent", "Agent", "", None),
    ("ask", "Ask", "Answer from what you can read; change nothing.",
     ["Read", "Glob", "Grep", "ask_human", "AskUserQuestion"]),
)  # fmt: skip
AGENTS: tuple[tuple[str, str, str, str, list[str]], ...] = (
    ("Secretary", "secretary", "Keeps the standing conversation",
     "You are the secretary of this workspace. Be brief, and ask when something is unclear.", []),
    ("Guide", "agent", "Shows what an agent can do here",
     "You help people to get to know this server. Use the tools when they fit.", []),
    ("Portero", "agent", "Greets people and looks at pictures",
     "You greet people at the door and describe what you see.", ["vision"]),
)  # fmt: skip


def seed() -> None:
    """Make what is missing: workspace, providers, models, modes, agents, tools, first person."""
    with unit_of_work():
        workspace = Workspace.objects.order_by("created_at").first()
        fresh = workspace is None
        if workspace is None:
            workspace = Workspace.objects.create(name=WORKSPACE)
        _providers(workspace)
        if fresh:
            _modes(workspace)
            _agents(workspace)
        admin = _first_person(workspace)
        sync_tools()
    if fresh and admin is not None:
        _first_session(admin)


def _providers(workspace: Workspace) -> None:
    for kind, name in (("demo", "Demo"), ("anthropic", "Anthropic"), ("openai", "OpenAI")):
        if kind != "demo" and not _is_in_environment(kind):
            continue
        source = "none" if kind == "demo" else "environment"
        provider = Provider.objects.filter(
            workspace=workspace, kind=kind, key_source=source
        ).first()
        if provider is None:
            provider = Provider.objects.create(
                workspace=workspace, kind=kind, name=name, key_source=source
            )
            _models(workspace, provider)
        if kind == "openai":
            _environment_model(provider)


def _is_in_environment(kind: str) -> bool:
    """Whether the environment names a key, or a server of one's own, which may need none."""
    return bool(environment_key(kind) or (kind == "openai" and environment_url(kind)))


def _environment_model(provider: Provider) -> None:
    """The environment's model, where no provider has it: it is the one at that address."""
    name = environment_model()
    rows = Model.objects.filter(workspace_id=provider.workspace_id)
    if name and not rows.filter(model_id=name).exists():
        rows.create(
            workspace_id=provider.workspace_id, provider=provider, name=name[:120], model_id=name
        )


def _models(workspace: Workspace, provider: Provider) -> None:
    """Its usual models; a server at another address has its own."""
    if provider.kind == "openai" and environment_url("openai"):
        return
    for one in DEFAULT_MODELS.get(provider.kind, ()):
        Model.objects.create(workspace=workspace, provider=provider, **one)


def _modes(workspace: Workspace) -> None:
    for slug, name, prompt, tools in MODES:
        Mode.objects.create(
            workspace=workspace, slug=slug, name=name, prompt=prompt, tools=tools, builtin=True
        )


def _agents(workspace: Workspace) -> None:
    mode = Mode.objects.get(workspace=workspace, slug="agent")
    for name, kind, role, prompt, prefers in AGENTS:
        Agent.objects.create(
            workspace=workspace,
            name=name,
            kind=kind,
            role=role,
            system_prompt=prompt,
            prefers=prefers,
            mode=mode,
            greeting=GREETING if name == "Guide" else "",
        )


def _first_person(workspace: Workspace) -> User | None:
    """The first administrator, who signs in by the printed link; only where nobody is yet."""
    if User.objects.exists():
        return None
    admin = User.objects.create(
        username="admin",
        display_name="Admin",
        is_staff=True,
        is_superuser=True,
        password=make_password(None),
    )
    Membership.objects.create(workspace=workspace, user=admin, role="owner", can_answer=True)
    return admin


def _first_session(admin: User) -> None:
    guide = Agent.objects.filter(name="Guide").order_by("created_at").first()
    if guide is not None and not Session.objects.filter(owner=admin).exists():
        launch_session(user_id=admin.pk, launch=Launch(agent_id=guide.id))


def sync_tools() -> None:
    """Make the tool rows agree with the registry; rows of tools that went are kept, unavailable."""
    load_tools()
    specs = all_specs()
    for name, spec in specs.items():
        schema = dict(spec.input_schema)
        digest = hashlib.sha256(json.dumps(schema, sort_keys=True).encode()).hexdigest()
        Tool.objects.update_or_create(
            workspace=None,
            name=name,
            defaults={
                "description": spec.description,
                "schema": schema,
                "digest": digest,
                "effect": spec.effect,
                "parallel": spec.parallel,
                "default_policy": spec.default_policy,
                "kind": spec.kind,
                "available": True,
            },
        )
    Tool.objects.filter(workspace=None, server=None).exclude(name__in=specs).update(available=False)
