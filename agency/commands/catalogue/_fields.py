"""Which fields of the catalogue people may set, and how each value is checked."""

import ipaddress
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from agency.access import catalogue_for
from agency.commands.catalogue._limits import checked_limits
from agency.commands.catalogue._options import provider_options, sends_elsewhere
from agency.models import Agent, Mode, Model, Profile, Provider, Skill
from agency.models.catalogue import PROVIDER_KINDS
from framework.core.errors import Invalid
from framework.core.ids import parse_uuid
from framework.core.secrets import encrypt
from framework.core.text import strict_json, strict_name, strict_text

Columns = dict[str, Any]
Check = Callable[[int, UUID, str, Any], Columns]
LONG_TEXT = 100_000
MAX_INT = 2_000_000_000
MOST_FALLBACKS = 5


@dataclass(frozen=True)
class Resource:
    """A kind of catalogue row: its model, its fields, and which of them a new one needs."""

    model: Any
    fields: Mapping[str, Check]
    required: tuple[str, ...] = ("name",)
    role: str = "editor"
    guard: Callable[[Any, Columns], None] | None = None


def checked(
    resource: Resource, user_id: int, workspace_id: UUID, changes: Mapping[str, Any]
) -> Columns:
    """The columns to write; raises Invalid with every field at fault."""
    columns: Columns = {}
    faults: dict[str, list[str]] = {
        name: ["is not a field of this"] for name in changes if name not in resource.fields
    }
    for name, value in changes.items():
        if name in faults:
            continue
        try:
            columns |= resource.fields[name](user_id, workspace_id, name, value)
        except Invalid as error:
            faults |= error.errors or {name: [error.detail]}
    if faults:
        raise Invalid("Some fields are not valid.", errors=faults)
    return columns


def name_field(_user: int, _workspace: UUID, field: str, value: Any) -> Columns:
    """One line of at most 120 characters."""
    return {field: strict_name(value, field=field)}


def line(limit: int) -> Check:
    """Optional text of at most `limit` characters."""

    def check(_user: int, _workspace: UUID, field: str, value: Any) -> Columns:
        return {field: strict_text(value, field=field, max_len=limit, blank=True)}

    return check


def flag(_user: int, _workspace: UUID, field: str, value: Any) -> Columns:
    """True or false."""
    if not isinstance(value, bool):
        raise Invalid.field(field, "must be true or false")
    return {field: value}


def count(*, least: int = 1, null: bool = False) -> Check:
    """A whole number."""

    def check(_user: int, _workspace: UUID, field: str, value: Any) -> Columns:
        if value is None and null:
            return {field: None}
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= MAX_INT:
            raise Invalid.field(field, f"must be a whole number of at least {least}")
        return {field: value}

    return check


def price(_user: int, _workspace: UUID, field: str, value: Any) -> Columns:
    """USD per million tokens as a decimal string, or null for unknown."""
    if value is None:
        return {field: None}
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise Invalid.field(field, "must be a decimal number")
    try:
        amount = Decimal(str(value))
    except InvalidOperation as error:
        raise Invalid.field(field, "must be a decimal number") from error
    if not amount.is_finite() or not 0 <= amount < 100_000:
        raise Invalid.field(field, "must be between 0 and 100000")
    return {field: amount}


def one_of(*names: str) -> Check:
    """One word of a closed vocabulary."""

    def check(_user: int, _workspace: UUID, field: str, value: Any) -> Columns:
        if value not in names:
            raise Invalid.field(field, f"must be one of {', '.join(names)}")
        return {field: value}

    return check


def link(model: Any, column: str, *, null: bool = True) -> Check:
    """The id of another row of the same workspace."""

    def check(user_id: int, workspace_id: UUID, field: str, value: Any) -> Columns:
        if value is None and null:
            return {column: None}
        identity = parse_uuid(value)
        if identity is None:
            raise Invalid.field(field, "must be an id")
        row: Any = catalogue_for(model, user_id, identity)
        if row.workspace_id != workspace_id:
            raise Invalid.field(field, "belongs to another workspace")
        return {column: row}

    return check


def names_list(*, null: bool = False) -> Check:
    """A list of short names."""

    def check(_user: int, _workspace: UUID, field: str, value: Any) -> Columns:
        if value is None and null:
            return {field: None}
        if not isinstance(value, list) or len(value) > 200:
            raise Invalid.field(field, "must be a list of at most 200 names")
        return {field: [strict_name(one, field=field) for one in value]}

    return check


def bag(_user: int, _workspace: UUID, field: str, value: Any) -> Columns:
    """A small JSON object."""
    if not isinstance(value, dict):
        raise Invalid.field(field, "must be an object")
    return {field: strict_json(value, field=field, max_bytes=20_000, max_depth=6)}


def fallbacks(user_id: int, workspace_id: UUID, field: str, value: Any) -> Columns:
    """Models of the workspace that stand in, in this order."""
    if not isinstance(value, list) or len(value) > MOST_FALLBACKS:
        raise Invalid.field(field, f"must be a list of at most {MOST_FALLBACKS} models' ids")
    one_model = link(Model, "model", null=False)
    rows = [one_model(user_id, workspace_id, field, one)["model"] for one in value]
    return {field: list(dict.fromkeys(str(row.pk) for row in rows))}


def limits(_user: int, _workspace: UUID, field: str, value: Any) -> Columns:
    """An agent's limits."""
    return {field: checked_limits(field, value)}


def key_field(_user: int, _workspace: UUID, field: str, value: Any) -> Columns:
    """A provider's key: encrypted at once; null or blank forgets the stored one."""
    if value in (None, ""):
        return {"encrypted_key": None, "key_source": "none"}
    text = strict_text(value, field=field, max_len=1_000).strip()
    if not text.isprintable() or " " in text or not text.isascii():
        raise Invalid.field(field, "must be one word of plain characters")
    return {"encrypted_key": encrypt(text), "key_source": "stored"}


def base_url(_user: int, _workspace: UUID, field: str, value: Any) -> Columns:
    """An http(s) address without credentials, query or fragment; blank for the usual one."""
    text = strict_text(value, field=field, max_len=500, blank=True).strip()
    if not text:
        return {field: ""}
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        raise Invalid.field(field, "is not an address") from error
    good = parts.scheme in ("http", "https") and parts.hostname and port != 0
    if not good or parts.username or parts.query or parts.fragment:
        raise Invalid.field(field, "must be like https://host/path, without user or query")
    if _is_metadata(parts.hostname or ""):
        raise Invalid.field(field, "link-local addresses are not allowed")
    return {field: text.rstrip("/")}


def _is_metadata(host: str) -> bool:
    """Link-local addresses serve cloud credentials; no model lives there."""
    try:
        return ipaddress.ip_address(host).is_link_local
    except ValueError:
        return False


def key_stays_home(row: Provider, columns: Columns) -> None:
    """Raise Invalid when a key that nobody can read would be sent to another address."""
    has_key = row.encrypted_key is not None or row.key_source == "environment"
    moves = any(columns.get(name, getattr(row, name)) != getattr(row, name)
                for name in ("base_url", "kind"))  # fmt: skip
    moves = moves or sends_elsewhere(row.options, columns.get("options", row.options))
    if has_key and moves and "encrypted_key" not in columns:
        raise Invalid.field("key", "must be given again for another kind or address")


RESOURCES: dict[str, Resource] = {
    "provider": Resource(
        Provider,
        {
            "name": name_field,
            "kind": one_of(*PROVIDER_KINDS),
            "base_url": base_url,
            "key": key_field,
            "options": provider_options,
            "slots": count(null=True),
            "requests_per_minute": count(null=True),
            "tokens_per_minute": count(null=True),
            "enabled": flag,
        },
        required=("name", "kind"),
        role="owner",
        guard=key_stays_home,
    ),
    "model": Resource(
        Model,
        {
            "name": name_field,
            "provider_id": link(Provider, "provider", null=False),
            "model_id": line(200),
            "window": count(),
            "max_output": count(),
            "price_input": price,
            "price_output": price,
            "price_cache_read": price,
            "price_cache_write": price,
            "abilities": bag,
            "enabled": flag,
        },
        required=("name", "provider_id", "model_id"),
    ),
    "profile": Resource(
        Profile,
        {
            "name": name_field,
            "role": line(200),
            "focus": line(500),
            "system_prompt": line(LONG_TEXT),
            "settings": bag,
        },
    ),
    "agent": Resource(
        Agent,
        {
            "name": name_field,
            "profile_id": link(Profile, "profile"),
            "aliases": names_list(),
            "role": line(200),
            "focus": line(500),
            "system_prompt": line(LONG_TEXT),
            "model_id": link(Model, "model"),
            "mode_id": link(Mode, "mode"),
            "prefers": names_list(),
            "fallbacks": fallbacks,
            "tools": names_list(null=True),
            "limits": limits,
            "greeting": line(2_000),
            "enabled": flag,
        },
    ),
    "mode": Resource(
        Mode,
        {
            "name": name_field,
            "slug": line(60),
            "prompt": line(LONG_TEXT),
            "tools": names_list(null=True),
            "folder": line(400),
        },
        required=("name", "slug"),
    ),
    "skill": Resource(
        Skill, {"name": name_field, "description": line(1_000), "body": line(LONG_TEXT)}
    ),
}
