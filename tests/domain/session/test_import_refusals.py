"""A file that is not what it should be is refused by name, and nothing is written."""

import base64
import copy
import hashlib
import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from agency.models import Attachment, Session
from agency.portable.reading import NotAnExport
from framework.core.errors import AppError
from tests.copies import exported, fill, taken
from tests.factories import World

Json = dict[str, Any]


@pytest.fixture
def full(session: Session) -> Session:
    fill(session)
    return session


def _set(name: str, column: str, value: Any, at: int = 0) -> Callable[[Json], None]:
    def change(part: Json) -> None:
        row = part["session"] if name == "session" else part[name][at]
        row[column] = value

    return change


def _deep() -> Any:
    value: Any = 1
    for _ in range(100):
        value = [value]
    return value


def _circle(part: Json) -> None:
    first, second = part["branches"][:2]
    first |= {"base_branch_id": second["id"], "fork_depth": 1}


def _svg(part: Json) -> None:
    data = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"
    part["attachments"][0] |= {
        "data": base64.b64encode(data).decode(),
        "size": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
        "media_type": "image/svg+xml",
    }


HOSTILE: dict[str, Callable[[Json], Any]] = {
    "an unknown field": _set("session", "owner_id", 1),
    "an id twice": lambda part: part["messages"].append(copy.deepcopy(part["messages"][0])),
    "an id of nothing": _set("messages", "id", "7"),
    "a wrong branch": _set("messages", "branch_id", str(uuid4())),
    "a wrong run": _set("tool_calls", "run_id", str(uuid4())),
    "a wrong parent": _set("session", "parent_id", str(uuid4())),
    "branches in a circle": _circle,
    "a fork beyond the end": _set("branches", "fork_depth", 900, at=1),
    "a hole": lambda part: part["messages"].pop(0),
    "a place taken": _set("messages", "depth", 2),
    "a huge depth": _set("messages", "depth", 10**30),
    "a huge number": lambda part: part["messages"][0]["content"].update(x=10**400),
    "a deep nest": lambda part: part["tool_calls"][0]["args"].update(x=_deep()),
    "a NUL": _set("session", "name", "a\x00b"),
    "a lone surrogate": _set("session", "name", "a\ud800b"),
    "a long name": _set("session", "name", "a" * 201),
    "no message": _set("messages", "content", {"content": {"a": 1}}),
    "another role": _set("messages", "role", "system"),
    "a result missing": lambda part: part["messages"].__delitem__(
        next(at for at, one in enumerate(part["messages"]) if one["role"] == "tool")
    ),
    "a call without its end": _set("tool_calls", "result", None),
    "a result without content": _set("tool_calls", "result", {}),
    "an answer to nothing": _set("tool_groups", "message_id", str(uuid4())),
    "a text as number": _set("runs", "step", "1"),
    "a time without zone": _set("messages", "created_at", "2030-01-01T00:00:00"),
    "a time far away": _set("messages", "created_at", "9999-01-01T00:00:00Z"),
    "an impossible cost": _set("usage", "cost", "NaN"),
    "SVG for a picture": _svg,
    "other bytes": _set("attachments", "data", base64.b64encode(b"GIF89a").decode()),
    "no base64": _set("attachments", "data", "???"),
    "a picture from elsewhere": lambda part: part["messages"][0].update(
        content=part["messages"][0]["content"]
        | {"content": [{"type": "image", "url": "http://10.0.0.1/"}]}
    ),
}


def test_hostile_files_are_refused_by_name_and_nothing_is_written(
    full: Session, world: World
) -> None:
    text = exported(full)
    files = len(list(Attachment.objects.all()))
    good = json.loads(text)
    for name, change in HOSTILE.items():
        bad = copy.deepcopy(good)
        change(bad["sessions"][0])
        with pytest.raises(AppError) as refused:
            taken(json.dumps(bad), world)
        assert refused.value.status == 400, name
        assert refused.value.code in ("not_an_export", "invalid"), name
    assert (Session.objects.count(), Attachment.objects.count()) == (1, files)


@pytest.mark.parametrize(
    "raw",
    [
        "", "[]", "{}", "nonsense", '{"sessions": []}', "[" * 100_000, '{"format": NaN}',
        '{"format": "agency.export", "version": 2, "sessions": [{}]}',
        '{"format": "agency.export", "version": 1, "sessions": []}',
        '{"format": "agency.export", "version": 1, "sessions": [{}]}',
        '{"format": "agency.export", "version": 1, "sessions": [1]} more',
        '{"format": "agency.export", "version": 1, "keys": 1}',
    ],
)  # fmt: skip
def test_what_is_no_export_is_refused(raw: str, world: World) -> None:
    with pytest.raises(NotAnExport):
        taken(raw, world)
