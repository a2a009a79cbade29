"""Web addresses in policy: hosts are compared after parsing, never as prefixes of text."""

import posixpath
from urllib.parse import SplitResult, unquote, urlsplit

WEB_PORTS = {"http": 80, "https": 443}


def concern(address: str) -> str | None:
    """Why a person should look at this address, or None."""
    parts = _parse(address)
    if parts is None or parts.scheme not in WEB_PORTS or not parts.hostname:
        return "the address is not a plain web address"
    return "the address has a name in front of its host" if "@" in parts.netloc else None


def spelled(address: str) -> str:
    """The address as a rule for it alone spells it: with its scheme, and no star."""
    whole = address if "://" in address else f"https://{address}"
    return whole.replace("*", "%2A")


def allowed_by(argument: str, address: str) -> bool:
    """The narrow match: `host`, `*.host`, `https://host/folder/*` or one whole address."""
    parts = _parse(address)
    if parts is None or concern(address):
        return False
    if _is_host(argument):
        on_web_port = parts.port in (None, WEB_PORTS[parts.scheme])
        return on_web_port and _host_fits(argument.lower(), _host(parts))
    rule = _parse(argument)
    if rule is None or _site(rule) != _site(parts):
        return False
    path = parts.path or "/"
    if rule.path.endswith("/*"):
        return not _climbs(path) and path.startswith(rule.path[:-1])
    return (rule.path or "/", rule.query) == (path, parts.query)


def covered_by(argument: str, address: str) -> bool:
    """The wide match: any scheme and port, everything below the rule's path."""
    parts = _parse(address)
    if parts is None:
        return True  # what nobody can read may be anything
    rule = _parse(argument if "://" in argument else f"//{argument}")
    if rule is None or not _host_fits(_host(rule), _host(parts)):
        return False
    folder = _plain(rule.path.removesuffix("*"))
    return folder == "/" or (_plain(parts.path) + "/").startswith(folder + "/")


def _is_host(argument: str) -> bool:
    return "/" not in argument and ":" not in argument


def _parse(address: str) -> SplitResult | None:
    """The parsed address, or None for one that parsers read differently."""
    if "\\" in address or any(char <= " " for char in address):
        return None
    try:
        parts = urlsplit(address)
        return parts if parts.port is None or parts.port > 0 else None
    except ValueError:
        return None


def _host(parts: SplitResult) -> str:
    host = (parts.hostname or "").rstrip(".")
    try:
        return host.encode("idna").decode()
    except UnicodeError:
        return host


def _site(parts: SplitResult) -> tuple[str, str, int | None]:
    return parts.scheme, _host(parts), parts.port or WEB_PORTS.get(parts.scheme)


def _host_fits(pattern: str, host: str) -> bool:
    if pattern.startswith("*."):
        return host.endswith(pattern[1:]) and len(host) >= len(pattern)
    return pattern in ("*", host)


def _climbs(path: str) -> bool:
    return "/.." in path or "%2e" in path.lower() or "%2f" in path.lower()


def _plain(path: str) -> str:
    return posixpath.normpath("/" + unquote(path).lstrip("/")).casefold()
