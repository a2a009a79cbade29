"""Secrets that this process has held in the clear, so that no line of its logs shows one."""

LEAST = 8
"""Shorter ones would be found in ordinary words."""

_seen: set[str] = set()


def remember_secret(text: str) -> None:
    """Keep the text out of the logs from now on."""
    if len(text) >= LEAST:
        _seen.add(text)


def seen_secrets() -> list[str]:
    """Longest first, so that one which holds another is masked whole."""
    return sorted(_seen, key=len, reverse=True)
