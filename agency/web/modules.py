"""The import map: every browser module by its stable name, to its hashed file, with its hash.

Sources are served byte for byte, so one edit changes one file's address; the map is the only
inline script of the site and the policy allows it by its own hash.
"""

import base64
import functools
import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage

ENTRY = "agency/main.js"
STATIC_IMPORT = re.compile(
    r"""\b(?:import|export)\b\s*(?:[\w*{}\s,$]*?\bfrom\s*)?["']([^"'\n]+)["']"""
)


@dataclass(frozen=True)
class Module:
    """One file of the client."""

    name: str
    url: str
    integrity: str
    imports: tuple[str, ...]


@dataclass(frozen=True)
class ModuleMap:
    """All modules, the map's exact text and that text's hash for the policy."""

    by_name: dict[str, Module]
    text: str
    digest: str

    @property
    def entry(self) -> Module:
        """The script that the page starts."""
        return self.by_name[ENTRY]

    def eager(self, *also: str) -> list[Module]:
        """What the entry, and the named modules, load before anything can run."""
        wanted = [ENTRY, *(name for name in also if name in self.by_name)]
        seen: dict[str, Module] = {}
        while wanted:
            name = wanted.pop(0)
            if name not in seen:
                seen[name] = self.by_name[name]
                wanted.extend(seen[name].imports)
        return list(seen.values())


def module_map() -> ModuleMap:
    """The map as it is now; read once, except while debugging."""
    return build() if settings.DEBUG else build_once()


@functools.cache
def build_once() -> ModuleMap:
    """The map for the life of the process."""
    return build()


def build() -> ModuleMap:
    """Read every module of the client and describe it."""
    bare = vendored()
    own = own_modules()
    names = {*own, *bare.values()}
    modules = {name: describe(name, bare, names) for name in sorted(names)}
    imports = {settings.STATIC_URL + name: modules[name].url for name in own}
    imports |= {specifier: modules[name].url for specifier, name in bare.items()}
    content = {
        "imports": imports,
        "integrity": {module.url: module.integrity for module in modules.values()},
    }
    text = json.dumps(content, separators=(",", ":")).replace("<", "\\u003c")
    return ModuleMap(modules, text, f"sha256-{digest('sha256', text.encode())}")


def own_modules() -> list[str]:
    """The static names of the client's own modules."""
    if collected():
        names = [name for name in collected() if name.startswith("agency/")]
        return sorted(name for name in names if name.endswith(".js"))
    root = served(ENTRY).parent
    return [f"agency/{path.relative_to(root).as_posix()}" for path in sorted(root.rglob("*.js"))]


def vendored() -> dict[str, str]:
    """Bare specifier to static name, as static/vendor/VENDOR.json lists them."""
    listed: dict[str, dict[str, Any]] = json.loads(served("vendor/VENDOR.json").read_text())
    return {specifier: f"vendor/{entry['file']}" for specifier, entry in listed.items()}


def describe(name: str, bare: dict[str, str], known: Iterable[str]) -> Module:
    """One module with its address, hash and static imports."""
    content = served(name).read_bytes()
    wanted = (resolve(name, spec, bare) for spec in STATIC_IMPORT.findall(content.decode()))
    return Module(
        name=name,
        url=staticfiles_storage.url(name),
        integrity=f"sha384-{digest('sha384', content)}",
        imports=tuple(dict.fromkeys(spec for spec in wanted if spec in known)),
    )


def resolve(importer: str, specifier: str, bare: dict[str, str]) -> str:
    """The static name that an import statement means."""
    if not specifier.startswith("."):
        return bare.get(specifier, specifier)
    parts = importer.split("/")[:-1]
    for part in specifier.split("/"):
        if part == "..":
            parts = parts[:-1]
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def collected() -> dict[str, str]:
    """Static name to the name under which it is served; empty where files keep their names."""
    if settings.DEBUG:
        return {}
    files: dict[str, str] = getattr(staticfiles_storage, "hashed_files", {})
    return files


def served(name: str) -> Path:
    """The very file that browsers get: sources may already be newer than what was collected."""
    stored = collected().get(name)
    path = staticfiles_storage.path(stored) if stored else finders.find(name)
    if not isinstance(path, str):
        raise FileNotFoundError(f"static/{name} is missing from this installation")
    return Path(path)


def digest(algorithm: str, content: bytes) -> str:
    """A hash as browsers write it."""
    return base64.b64encode(hashlib.new(algorithm, content).digest()).decode()
