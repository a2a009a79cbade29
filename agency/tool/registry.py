"""Every tool of this process, by name."""

import importlib
import pkgutil
from collections.abc import Mapping
from types import MappingProxyType

from agency.tool.spec import ToolSpec

_specs: dict[str, ToolSpec] = {}


class ToolNameTaken(Exception):
    """Two functions claim one tool name; rename one, or give it `@tool(name=…)`."""


def register(spec: ToolSpec) -> None:
    """Offer a tool; the same function again (a module reloaded) replaces itself."""
    known = _specs.get(spec.name)
    if known is not None and known.module_path != spec.module_path:
        raise ToolNameTaken(f"{spec.name}: {known.module_path} and {spec.module_path}")
    _specs[spec.name] = spec


def load_tools() -> None:
    """Import the built-in tools and the `agency_tools` module of every installed app.

    An `agency_tools` that cannot be imported stops the start: a tool that is missing without a
    word is worse.
    """
    builtin = importlib.import_module("agency.tool.builtin")
    for module in pkgutil.iter_modules(builtin.__path__):
        importlib.import_module(f"{builtin.__name__}.{module.name}")
    from django.utils.module_loading import autodiscover_modules  # tool hosts do without Django

    autodiscover_modules("agency_tools")


def all_specs() -> Mapping[str, ToolSpec]:
    """The tools loaded so far."""
    return MappingProxyType(_specs)


def get_spec(name: str) -> ToolSpec | None:
    """The tool of exactly this name, or None."""
    return _specs.get(name)
