"""Text at the boundary: PostgreSQL takes neither NUL nor lone surrogates.

People's input is refused with a named error; the output of tools and models, which nobody can
resend, is kept with a visible substitute.
"""

import json
import math
import unicodedata
from typing import Any

from framework.core.errors import Invalid, PayloadTooLarge

NUL_PICTURE = "\u2400"
REPLACEMENT = "\ufffd"
MAX_DEPTH = 32


def _is_surrogate(char: str) -> bool:
    return "\ud800" <= char <= "\udfff"


def is_storable(value: str) -> bool:
    """True when PostgreSQL can keep the text as it is."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return "\x00" not in value


def strict_text(value: object, *, field: str, max_len: int, blank: bool = False) -> str:
    """A person's text, checked; raises Invalid or PayloadTooLarge (`max_len` in characters)."""
    if not isinstance(value, str):
        raise Invalid.field(field, "must be text")
    if len(value) > max_len:
        raise PayloadTooLarge(f"{field}: at most {max_len} characters", field=field)
    if not is_storable(value):
        raise Invalid.field(field, "contains a NUL character or a lone surrogate")
    if not blank and not value.strip():
        raise Invalid.field(field, "must not be blank")
    return value


def strict_name(value: object, *, field: str = "name", max_len: int = 120) -> str:
    """A name on one line, in NFC, without surrounding space."""
    text = unicodedata.normalize("NFC", strict_text(value, field=field, max_len=max_len)).strip()
    if any(unicodedata.category(char) == "Cc" for char in text):
        raise Invalid.field(field, "must be one line without control characters")
    return text


def visible_text(value: str) -> str:
    """The text with NUL and lone surrogates made visible, so that it can be stored."""
    if is_storable(value):
        return value
    shown = value.replace("\x00", NUL_PICTURE)
    return "".join(REPLACEMENT if _is_surrogate(char) else char for char in shown)


def visible_json(value: Any) -> Any:
    """The same value with every text made storable; NaN and infinities become null."""
    if isinstance(value, str):
        return visible_text(value)
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {visible_text(str(key)): visible_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [visible_json(item) for item in value]
    return value


def strict_json(value: Any, *, field: str, max_bytes: int, max_depth: int = MAX_DEPTH) -> Any:
    """A client's JSON value, checked for depth, size, NaN and unstorable text."""
    _check(value, field, max_depth)
    size = len(json.dumps(value, ensure_ascii=False).encode())
    if size > max_bytes:
        raise PayloadTooLarge(f"{field}: at most {max_bytes} bytes", field=field)
    return value


def _check(value: Any, field: str, depth: int) -> None:
    if depth < 0:
        raise Invalid.field(field, "is nested too deeply")
    if isinstance(value, str) and not is_storable(value):
        raise Invalid.field(field, "contains a NUL character or a lone surrogate")
    if isinstance(value, float) and not math.isfinite(value):
        raise Invalid.field(field, "contains NaN or an infinity")
    if isinstance(value, dict):
        for key, item in value.items():
            _check(key, field, depth - 1)
            _check(item, field, depth - 1)
    elif isinstance(value, list):
        for item in value:
            _check(item, field, depth - 1)


def _refuse_constant(name: str) -> Any:
    raise Invalid(f"{name} is not JSON")


def parse_json(raw: str | bytes, *, max_bytes: int, max_depth: int = MAX_DEPTH) -> Any:
    """Strict JSON from the wire: no NaN, no bombs, no NUL; raises Invalid or PayloadTooLarge."""
    size = len(raw) if isinstance(raw, bytes) else len(raw.encode("utf-8", "surrogatepass"))
    if size > max_bytes:
        raise PayloadTooLarge(f"at most {max_bytes} bytes")
    try:
        value = json.loads(raw, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise Invalid("the body is not valid JSON") from error
    _check(value, "body", max_depth)
    return value
