"""Makes a chat model of an allowed class."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

from langchain_core.language_models import BaseChatModel

from agency.llm.plugin.allowed import VARIABLE, allowed_classes
from agency.llm.port import ModelError, ModelRequest
from agency.llm.secrets import scrub


def chat_class(path: str) -> type[BaseChatModel]:
    """The class at a dotted path; a fatal `ModelError` when it is not allowed or not there."""
    if path not in allowed_classes():
        raise ModelError(
            "fatal",
            f"{path or 'No class'} is not among the chat models that this server may load.",
            hint=f"An administrator adds it to {VARIABLE} and starts the server again.",
        )
    module, _, name = path.rpartition(".")
    try:
        found = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        failure = ModelError(
            "fatal",
            f"{path} could not be loaded ({type(error).__name__}).",
            hint="Install its package beside Agency, and check the spelling of the class.",
        )
    else:
        if isinstance(found, type) and issubclass(found, BaseChatModel):
            return found
        failure = ModelError("fatal", f"{path} is not a LangChain chat model.")
    raise failure


def made(
    path: str,
    arguments: Mapping[str, Any],
    request: ModelRequest,
    *,
    base_url: str | None,
    key: str | None,
) -> BaseChatModel:
    """The model for a request: what the provider sets, then address, key, name and size."""
    kind = chat_class(path)
    usual: dict[str, Any] = {
        "model": request.model,
        "base_url": base_url,
        "api_key": key,
        "max_tokens": request.max_tokens,
        "temperature": request.temperature,
    }
    known = _parameters(kind)
    given = {name: value for name, value in usual.items() if value is not None and name in known}
    if "model" not in known and "model_name" in known:
        given["model_name"] = request.model
    try:
        return kind(**{**given, **arguments})
    except Exception as error:  # whatever a foreign class raises for arguments it does not like
        detail = scrub(str(error).splitlines()[0] if str(error) else "", key)[:300]
        failure = ModelError(
            "fatal",
            f"{path} could not be made: {type(error).__name__}: {detail}",
            hint="Check the provider's key, address and arguments.",
        )
    raise failure


def _parameters(kind: type[BaseChatModel]) -> set[str]:
    """Fields by their names and by the aliases that people know them by."""
    names = set(kind.model_fields)
    return names | {str(field.alias) for field in kind.model_fields.values() if field.alias}
