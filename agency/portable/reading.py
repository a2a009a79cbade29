"""Read an export piece by piece: one session at a time is decoded, checked and let go."""

import json
from collections.abc import Generator, Iterator
from json.decoder import WHITESPACE  # type: ignore[attr-defined]  # the stubs leave it out
from typing import Any

from pydantic import ValidationError

from agency.portable.rows import FORMAT, VERSION, Portable
from framework.core.errors import Invalid
from framework.core.text import strict_json

MAX_DEPTH = 60
MAX_SESSIONS = 10_000
HUGE = 10**308
HEAD = ("format", "version", "exported_at")


class NotAnExport(Invalid):
    """This file is not an export that this version can read."""

    code = "not_an_export"


def _refused(name: str) -> Any:
    raise NotAnExport(f"{name} is not JSON")


_decoder = json.JSONDecoder(parse_constant=_refused)


def sessions_of(raw: bytes) -> Iterator[Portable]:
    """Each session of the file in its order; raises NotAnExport where it is at fault.

    The head must come before the sessions.
    """
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        raise NotAnExport("the file is not UTF-8") from error
    head: dict[str, Any] = {}
    at = _sign(text, 0, "{")
    while True:
        name, at = _value(text, at)
        at = _sign(text, at, ":")
        if name == "sessions":
            _check_head(head)
            at = yield from _sessions(text, _sign(text, at, "["))
        elif name in HEAD and name not in head:
            head[name], at = _value(text, at)
        else:
            raise NotAnExport(f"{str(name)[:40]!r} is no field of an export")
        if _peek(text, at) == "}":
            break
        at = _sign(text, at, ",")
    _end(text, _sign(text, at, "}"), name)


def _sessions(text: str, at: int) -> Generator[Portable, None, int]:
    number = 0
    if _peek(text, at) == "]":
        raise NotAnExport("there are no sessions in it")
    while True:
        value, at = _value(text, at)
        if number >= MAX_SESSIONS:
            raise NotAnExport(f"there are more than {MAX_SESSIONS} sessions in it")
        yield session_of(value, number)
        number += 1
        if _peek(text, at) == "]":
            return _sign(text, at, "]")
        at = _sign(text, at, ",")


def session_of(value: Any, number: int) -> Portable:
    """The checked session; raises NotAnExport that names the first fields at fault."""
    where = f"sessions.{number}"
    strict_json(value, field=where, max_bytes=2**31, max_depth=MAX_DEPTH)
    _check_numbers(value, where)
    try:
        return Portable.model_validate(value)
    except ValidationError as error:
        errors = {
            ".".join((where, *map(str, fault["loc"]))): [fault["msg"].removeprefix("Value error, ")]
            for fault in error.errors(include_url=False, include_context=False, include_input=False)
        }
        raise refusal(errors) from None


def refusal(errors: dict[str, list[str]]) -> NotAnExport:
    """The refusal of a file with these faults, the first of which it tells."""
    named = dict(list(errors.items())[:20])
    place, texts = next(iter(named.items()))
    return NotAnExport(f"{place}: {texts[0]}"[:2_000], errors=named)


def _check_head(head: dict[str, Any]) -> None:
    if head.get("format") != FORMAT:
        raise NotAnExport("`format` must come first and be agency.export")
    version = head.get("version")
    if version != VERSION or isinstance(version, bool):
        raise NotAnExport(f"version {str(version)[:20]} is not known here; {VERSION} is")


def _check_numbers(value: Any, where: str) -> None:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            _check_numbers(one, where)
    elif isinstance(value, int) and abs(value) > HUGE:
        raise NotAnExport(f"{where}: a number is too large")


def _value(text: str, at: int) -> tuple[Any, int]:
    try:
        return _decoder.raw_decode(text, WHITESPACE.match(text, at).end())
    except (ValueError, RecursionError) as error:
        raise NotAnExport("the file is not valid JSON") from error


def _peek(text: str, at: int) -> str:
    at = WHITESPACE.match(text, at).end()
    return text[at : at + 1]


def _sign(text: str, at: int, sign: str) -> int:
    at = WHITESPACE.match(text, at).end()
    if not text.startswith(sign, at):
        raise NotAnExport("the file is not valid JSON, or not an object with `sessions`")
    return at + 1


def _end(text: str, at: int, last: str) -> None:
    if last != "sessions" or _peek(text, at):
        raise NotAnExport("`sessions` must be the last field, and nothing may follow")
