"""The rules of the Messages API, in the words of its own refusals."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.fakes.model.errors import Refused
from tests.fakes.model.http import Request
from tests.fakes.model.validate_messages import check_messages

FIELDS = frozenset(
    (
        "model",
        "messages",
        "max_tokens",
        "system",
        "tools",
        "tool_choice",
        "metadata",
        "stop_sequences",
        "stream",
        "thinking",
        "output_config",
        "cache_control",
        "container",
        "service_tier",
        "inference_geo",
        "diagnostics",
        "speed",
    )
)
TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}")
SNAPSHOT = re.compile(r"-\d{8}$")
VERSIONS = ("2023-06-01", "2026-10-21")
CACHE_POINTS = 4


def check_headers(request: Request) -> None:
    """Who asks, and in which version of the API."""
    bearer = request.headers.get("authorization", "").removeprefix("Bearer ")
    key = request.headers.get("x-api-key") or bearer
    if not key:
        raise Refused("x-api-key header is required", status=401)
    if key.startswith("bad"):
        raise Refused("invalid x-api-key", status=401)
    version = request.headers.get("anthropic-version")
    if version is None:
        raise Refused("anthropic-version: header is required")
    if version not in VERSIONS:
        raise Refused(f'anthropic-version: "{version}" is not a valid version')


def parse(body: bytes) -> dict[str, Any]:
    """Strict JSON: UTF-8, no NaN, no half characters, an object at the top."""
    try:
        parsed = json.loads(body.decode("utf-8"), parse_constant=_no_constant)
        json.dumps(parsed, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError) as error:
        raise Refused(f"The request body is not valid JSON: {error}") from None
    if not isinstance(parsed, dict):
        raise Refused("Input should be a valid dictionary")
    return parsed


def check_cache_points(raw: bytes) -> None:
    """At most four marks; a mark inside a text has its quotes escaped and does not count."""
    found = raw.count(b'"cache_control":')
    if found > CACHE_POINTS:
        raise Refused(
            f"A maximum of {CACHE_POINTS} blocks with cache_control may be provided. Found {found}."
        )


def check_body(body: dict[str, Any], *, counting: bool = False) -> None:
    """Everything the real service checks before it calls a model."""
    for field in ("model", "messages") if counting else ("model", "max_tokens", "messages"):
        if field not in body:
            raise Refused(f"{field}: Field required")
    for field in body:
        if field not in FIELDS:
            raise Refused(f"{field}: Extra inputs are not permitted")
    if not isinstance(body["model"], str) or not body["model"]:
        raise Refused("model: String should have at least 1 character")
    if body["model"].startswith("unknown"):
        raise Refused(f"model: {body['model']}", status=404)
    if not counting and (type(body["max_tokens"]) is not int or body["max_tokens"] < 1):
        raise Refused("max_tokens: Input should be greater than or equal to 1")
    _check_tools(body)
    _check_thinking(body)
    check_messages(body, version_of(body["model"]))


def version_of(model: str) -> tuple[int, int]:
    """The generation a Claude model belongs to; 0 for other names."""
    found = re.match(r"claude-[a-z]+-(\d+)(?:-(\d+))?$", SNAPSHOT.sub("", model))
    return (int(found[1]), int(found[2] or 0)) if found else (0, 0)


def _check_tools(body: dict[str, Any]) -> None:
    names: set[str] = set()
    for index, tool in enumerate(body.get("tools") or []):
        name = tool.get("name", "")
        if not TOOL_NAME.fullmatch(name):
            raise Refused(
                f"tools.{index}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{{1,128}}$'"
            )
        if name in names:
            raise Refused("tools: Tool names must be unique.")
        names.add(name)
        schema = tool.get("input_schema")
        if not isinstance(schema, dict) or schema.get("type") != "object":
            raise Refused(f"tools.{index}.custom.input_schema.type: Input should be 'object'")
    choice = body.get("tool_choice") or {"type": "auto"}
    if choice["type"] == "tool" and choice.get("name") not in names:
        raise Refused(f"tool_choice: Tool '{choice.get('name')}' not found in provided tools")
    if choice["type"] in ("any", "tool") and version_of(body["model"]) >= (5, 1):
        raise Refused("tool_choice: forced tool use is not supported for this model.")


def _check_thinking(body: dict[str, Any]) -> None:
    thinking = body.get("thinking")
    if thinking is None:
        return
    version = version_of(body["model"])
    if thinking["type"] == "enabled":
        if version >= (4, 7):
            raise Refused(
                '"thinking.type.enabled" is not supported for this model. Use '
                '"thinking.type.adaptive" and "output_config.effort" to control thinking behavior.'
            )
        budget = thinking.get("budget_tokens", 0)
        if budget < 1024:
            raise Refused("thinking.enabled.budget_tokens: Input should be >= 1024")
        if budget >= body.get("max_tokens", budget + 1):
            raise Refused("`max_tokens` must be greater than `thinking.budget_tokens`.")
    elif thinking["type"] == "adaptive" and (0, 0) < version < (4, 6):
        raise Refused("adaptive thinking is not supported on this model")
    elif thinking["type"] == "disabled" and _thinks_always(body["model"], version):
        raise Refused('"thinking.type.disabled" is not supported for this model.')


def _thinks_always(model: str, version: tuple[int, int]) -> bool:
    always = any(family in model for family in ("fable", "mythos"))
    return always or (version >= (5, 1) and any(name in model for name in ("opus", "sonnet")))


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")
