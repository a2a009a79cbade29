"""What a provider may be told beyond address and key, and who may tell it."""

import re
from typing import Any
from uuid import UUID

from agency.llm.plugin.allowed import allowed_classes
from agency.models import User
from framework.core.errors import Forbidden, Invalid
from framework.core.text import strict_json

APIS = ("chat", "responses")
PLUGIN_ONLY = ("class", "arguments")
_FIELD = re.compile(r"[a-z_]{1,40}")


def provider_options(user_id: int, _workspace: UUID, field: str, value: Any) -> dict[str, Any]:
    """`api`, `reasoning_field`; for plug-ins `class` and `arguments`, which only staff may set.

    Raises Forbidden for a class or its arguments from anybody else: a class is code that runs
    in the workers.
    """
    if not isinstance(value, dict):
        raise Invalid.field(field, "must be an object")
    checks = {
        "api": lambda given: given in APIS,
        "reasoning_field": lambda given: isinstance(given, str) and bool(_FIELD.fullmatch(given)),
        "class": lambda given: isinstance(given, str),
        "arguments": lambda given: isinstance(given, dict),
    }
    for name, given in value.items():
        if name not in checks:
            raise Invalid.field(field, f"{name} is not an option")
        if not checks[name](given):
            raise Invalid.field(field, f"{name} does not have a value that it can have")
    if any(name in value for name in PLUGIN_ONLY):
        _require_staff(user_id)
    if "class" in value and value["class"] not in allowed_classes():
        raise Invalid.field(field, "class is not among AGENCY_CHAT_MODELS of this server")
    return {field: strict_json(value, field=field, max_bytes=20_000, max_depth=6)}


def _require_staff(user_id: int) -> None:
    if not User.objects.filter(pk=user_id, is_staff=True).exists():
        raise Forbidden("Only an administrator of the server may choose the class of a plug-in.")


def sends_elsewhere(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Whether changed options could send a key to another place."""
    return any(before.get(name) != after.get(name) for name in PLUGIN_ONLY)
