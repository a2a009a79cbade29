"""The rules of both forms of the API, in the words of their refusals."""

from __future__ import annotations

import base64
import binascii
import json
import re
from typing import Any

from tests.fakes.model.errors import Refused
from tests.fakes.model.http import Request

NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
DATA_URL = re.compile(r"data:image/(png|jpeg|gif|webp);base64,(.+)", re.S)
MAGIC = {"png": b"\x89PNG", "jpeg": b"\xff\xd8\xff", "gif": b"GIF8", "webp": b"RIFF"}
TYPES = {"object", "array", "string", "number", "integer", "boolean", "null"}


def check_headers(request: Request) -> None:
    """Who asks, and with what."""
    key = request.headers.get("authorization", "").removeprefix("Bearer ")
    if not key:
        raise Refused("You didn't provide an API key.", status=401)
    if key.startswith("bad"):
        raise Refused(f"Incorrect API key provided: {key}.", status=401)
    if request.body and not request.headers.get("content-type", "").startswith("application/json"):
        raise Refused("you must provide a JSON body", status=400)


def check_fields(body: dict[str, Any], known: frozenset[str], needed: tuple[str, ...]) -> None:
    """Nothing unknown, nothing missing, a model that exists."""
    for field in body:
        if field not in known:
            raise Refused(f"Unrecognized request argument supplied: {field}")
    for field in needed:
        if field not in body:
            raise Refused(f"Missing required parameter: '{field}'.")
    model = body["model"]
    if not isinstance(model, str) or not model:
        raise Refused("you must provide a model parameter")
    if model.startswith("unknown"):
        raise Refused(f"The model `{model}` does not exist", status=404)


def check_name(at: str, name: Any) -> None:
    """A name or id in the letters that are allowed."""
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise Refused(f"Invalid '{at}': string does not match pattern '^[a-zA-Z0-9_-]{{1,64}}$'.")


def check_functions(at: str, functions: list[dict[str, Any]]) -> set[str]:
    """Tools by name, each with a JSON schema of an object."""
    names: set[str] = set()
    for index, function in enumerate(functions):
        check_name(f"{at}[{index}].name", function.get("name"))
        if function["name"] in names:
            raise Refused(f"Invalid '{at}': tool names must be unique.")
        names.add(function["name"])
        schema = function.get("parameters")
        if not isinstance(schema, dict) or schema.get("type") != "object":
            raise Refused(f"Invalid schema for function '{function['name']}': not of type object")
        if not isinstance(schema.get("properties"), dict):
            raise Refused(f"Invalid schema for function '{function['name']}': missing properties")
        _check_schema(function["name"], schema)
    return names


def _check_schema(name: str, schema: Any) -> None:
    if not isinstance(schema, dict):
        raise Refused(f"Invalid schema for function '{name}': {schema!r} is not of type 'object'")
    kind = schema.get("type")
    kinds = kind if isinstance(kind, list) else [kind]
    if kind is not None and not set(kinds) <= TYPES:
        raise Refused(f"Invalid schema for function '{name}': {kind!r} is not a type")
    if kind == "array" and "items" not in schema:
        raise Refused(f"Invalid schema for function '{name}': array schema missing items.")
    for part in (schema.get("properties") or {}).values():
        _check_schema(name, part)
    if isinstance(schema.get("items"), dict):
        _check_schema(name, schema["items"])


def check_arguments(at: str, raw: Any) -> None:
    """A call's arguments: a string that holds an object."""
    try:
        parsed = json.loads(raw) if isinstance(raw, str) else None
    except ValueError:
        parsed = None
    if not isinstance(parsed, dict):
        raise Refused(f"Invalid '{at}': expected a string with a JSON object.")


def check_text(at: str, text: Any) -> None:
    """A string."""
    if not isinstance(text, str):
        raise Refused(f"Invalid type for '{at}': expected a string.")


def check_picture(at: str, url: Any) -> None:
    """An address, or an image inside one whose bytes are what it says."""
    if isinstance(url, str) and url.startswith(("http://", "https://")):
        return
    found = DATA_URL.fullmatch(url) if isinstance(url, str) else None
    if found is None:
        raise Refused(f"Invalid '{at}': expected a base64-encoded data URL with an image MIME type")
    try:
        raw = base64.b64decode(found[2], validate=True)
    except binascii.Error:
        raise Refused(f"Invalid '{at}': the data is not base64") from None
    if not raw.startswith(MAGIC[found[1]]):
        raise Refused("You uploaded an unsupported image.")
