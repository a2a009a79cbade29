"""Where a sign-in may lead: only to a page of this site."""

import re

LOCAL_PATH = re.compile(r"/(?![/\\])[^\\\x00-\x20\x7f]*")
"""One slash, never two or a backslash, and nothing that a header or a browser would rewrite."""

MAX_LENGTH = 2_000


def safe_next(value: object, *, default: str = "/") -> str:
    """`value` when it is a path of this site, else the default."""
    if not isinstance(value, str) or len(value) > MAX_LENGTH:
        return default
    return value if LOCAL_PATH.fullmatch(value) else default
