"""The cards of the catalogue: providers, models, agents, modes, tools, policies, people."""

import os
from typing import Any

from agency.environment import environment_key
from agency.models import (
    Agent,
    ApiToken,
    Membership,
    Mode,
    Model,
    Policy,
    Profile,
    Provider,
    Skill,
    Tool,
    User,
    Workspace,
)
from agency.queries.records import Record, money, stamp, text_id


def _base(row: Any) -> Record:
    return {
        "id": str(row.id),
        "workspace_id": str(row.workspace_id),
        "name": row.name,
        "created_at": stamp(row.created_at),
        "updated_at": stamp(row.updated_at),
        "version": row.version,
    }


def provider_card(row: Provider) -> Record:
    """A provider without its key: only whether there is one, and from where."""
    stored = row.encrypted_key is not None
    return _base(row) | {
        "kind": row.kind,
        "base_url": row.base_url,
        "has_key": stored or (row.key_source == "environment" and bool(environment_key(row.kind))),
        "key_source": row.key_source,
        "needs_key": row.kind == "anthropic" or (row.kind == "openai" and not row.base_url),
        # A plug-in's arguments may hold secrets, and so are as little to be read back as a key.
        "options": {name: value for name, value in row.options.items() if name != "arguments"},
        "slots": row.slots,
        "requests_per_minute": row.requests_per_minute,
        "tokens_per_minute": row.tokens_per_minute,
        "cooldown_until": stamp(row.cooldown_until),
        "broken_until": stamp(row.broken_until),
        "last_error": row.last_error,
        "enabled": row.enabled,
    }


def model_card(row: Model) -> Record:
    """A model with its window, prices (USD per million tokens, null = unknown) and abilities."""
    return _base(row) | {
        "provider_id": str(row.provider_id),
        "model_id": row.model_id,
        "window": row.window,
        "max_output": row.max_output,
        "price_input": money(row.price_input),
        "price_output": money(row.price_output),
        "price_cache_read": money(row.price_cache_read),
        "price_cache_write": money(row.price_cache_write),
        "abilities": row.abilities,
        "enabled": row.enabled,
    }


def agent_card(row: Agent) -> Record:
    """An agent as editors and lists show it."""
    return _base(row) | {
        "profile_id": text_id(row.profile_id),
        "aliases": row.aliases,
        "role": row.role,
        "focus": row.focus,
        "system_prompt": row.system_prompt,
        "model_id": text_id(row.model_id),
        "mode_id": text_id(row.mode_id),
        "prefers": row.prefers,
        "fallbacks": row.fallbacks,
        "tools": row.tools,
        "limits": row.limits,
        "kind": row.kind,
        "greeting": row.greeting,
        "enabled": row.enabled,
    }


def profile_card(row: Profile) -> Record:
    """A template."""
    return _base(row) | {
        "role": row.role,
        "focus": row.focus,
        "system_prompt": row.system_prompt,
        "settings": row.settings,
    }


def mode_card(row: Mode) -> Record:
    """A way of working."""
    return _base(row) | {
        "slug": row.slug,
        "prompt": row.prompt,
        "tools": row.tools,
        "folder": row.folder,
        "builtin": row.builtin,
    }


def skill_card(row: Skill) -> Record:
    """A skill by its summary and body."""
    return _base(row) | {"description": row.description, "body": row.body}


def tool_card(row: Tool) -> Record:
    """A tool that exists."""
    return {
        "id": str(row.id),
        "name": row.name,
        "description": row.description,
        "schema": row.schema,
        "effect": row.effect,
        "parallel": row.parallel,
        "default_policy": row.default_policy,
        "kind": row.kind,
        "available": row.available,
    }


def policy_card(row: Policy) -> Record:
    """A rule of one scope."""
    return {
        "id": str(row.id),
        "scope": row.scope,
        "workspace_id": str(row.workspace_id),
        "agent_id": text_id(row.agent_id),
        "session_id": text_id(row.session_id),
        "pattern": row.pattern,
        "outcome": row.outcome,
        "argument": row.argument,
        "reason": row.reason,
        "made_by": row.made_by_id,
        "expires_at": stamp(row.expires_at),
        "created_at": stamp(row.created_at),
    }


def workspace_card(row: Workspace) -> Record:
    """A workspace; `environment_model` is set when the environment chooses the model."""
    return {
        "id": str(row.id),
        "name": row.name,
        "system_prompt": row.system_prompt,
        "default_model_id": text_id(row.default_model_id),
        "environment_model": os.environ.get("MODEL") or None,
        "defaults": row.defaults,
        "version": row.version,
        "created_at": stamp(row.created_at),
        "updated_at": stamp(row.updated_at),
    }


def member_card(row: Membership) -> Record:
    """A person's place in a workspace; fetched with the user."""
    return {
        "id": str(row.id),
        "user_id": row.user_id,
        "name": row.user.shown_name,
        "username": row.user.get_username(),
        "role": row.role,
        "can_answer": row.can_answer,
    }


def token_card(row: ApiToken) -> Record:
    """A program's key, never the key itself."""
    return {
        "id": str(row.id),
        "name": row.name,
        "scopes": row.scopes,
        "created_at": stamp(row.created_at),
        "last_used_at": stamp(row.last_used_at),
        "expires_at": stamp(row.expires_at),
        "revoked_at": stamp(row.revoked_at),
    }


def me_card(user: User) -> Record:
    """The signed-in person."""
    return {
        "id": user.pk,
        "username": user.get_username(),
        "name": user.shown_name,
        "email": user.email,
        "is_staff": user.is_staff,
        "is_superuser": user.is_superuser,
        "preferences": user.preferences,
    }
