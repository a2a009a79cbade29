"""What the process's environment says about models, read when asked, so that tests can set it."""

import os

_KEYS = {"anthropic": "ANTHROPIC_API_KEY", "openai": "OPENAI_API_KEY"}
_URLS = {
    "anthropic": ("ANTHROPIC_BASE_URL",),
    "openai": ("OPENAI_BASE_URL", "BASE_URL"),
}


def environment_key(kind: str) -> str | None:
    """The key that the environment holds for a kind of provider."""
    name = _KEYS.get(kind)
    return (os.environ.get(name) or None) if name else None


def environment_url(kind: str) -> str | None:
    """The address that the environment sets for a kind of provider."""
    return next((os.environ[name] for name in _URLS.get(kind, ()) if os.environ.get(name)), None)


def environment_model() -> str | None:
    """The provider's name of the model that the environment chooses."""
    return os.environ.get("MODEL") or None
