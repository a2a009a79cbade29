"""An export loses nothing, and what is imported can do no harm."""

import base64
import copy
import hashlib
import io
import json
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest

from agency.commands.copying._statement import UNFINISHED
from agency.commands.copying.import_sessions import Imported, import_sessions
from agency.models import (
    Agent,
    Attachment,
    Branch,
    Interruption,
    Message,
    ModelCall,
    PastCall,
    Run,
    Session,
    ToolCall,
)
from agency.portable.reading import NotAnExport
from agency.queries.session_export import export_json
from agency.queries.session_transcript import export_markdown
from agency.queries.session_usage import session_usage
from agency.queries.tool_output import tool_output
from framework.core.errors import AppError, Forbidden, NotFound
from tests.copies import check_paths, fill, ids_of, told, work
from tests.factories import World, make_session, make_world, say
from tests.one_worker import OneWorker

Json = dict[str, Any]


@pytest.fixture
def full(session: Session) -> Session:
    fill(session)
    return session


def exported(session: Session, *, one: bool = True) -> str:
    out = io.StringIO()
    export_json(out, session.owner_id, session.id if one else None)
    return out.getvalue()


def taken(text: str, world: World, **more: Any) -> Imported:
    return import_sessions(
        user_id=world.owner.pk, workspace_id=world.workspace.id, raw=text.encode(), **more
    )


def plain(text: str) -> Any:
    """An export without what every export has anew: ids become the order in which they come."""
    names: dict[str, str] = {}

    def named(value: Any) -> Any:
        if isinstance(value, dict):
            # The name of a whole output stays, for the words that point to it; its call is new.
            return {name: named(one) for name, one in value.items() if name != "output_name"}
        if isinstance(value, list):
            return [named(one) for one in value]
        if isinstance(value, str):
            try:
                UUID(value)
            except ValueError:
                return value
            return names.setdefault(value, f"id {len(names)}")
        return value

    return named(json.loads(text)["sessions"])


def test_what_is_imported_is_exported_again_but_for_ids(full: Session, world: World) -> None:
    text = exported(full)
    (made,) = taken(text, world).sessions
    for before, after in zip(plain(text), plain(exported(made)), strict=True):
        for name in before:
            assert after[name] == before[name], name
    assert not ids_of(made) & ids_of(full)
    check_paths(made)
    call = ToolCall.objects.filter(session=made).exclude(output_path="").get()
    assert tool_output(call)["content"] == "The whole of it."
    assert told(made)["Message"] == told(full)["Message"]
    say(made, "And now?")
    work(made, "counter")
    check_paths(made)


def test_what_it_cost_is_told_and_not_counted(full: Session, world: World) -> None:
    before = ModelCall.objects.count()
    (made,) = taken(exported(full), world).sessions
    assert ModelCall.objects.count() == before
    assert PastCall.objects.filter(session=made).count() == before > 0
    assert session_usage(made.id)["calls"] == 0


def test_a_run_that_waited_comes_stopped_and_its_calls_closed(
    session: Session, world: World
) -> None:
    say(session, "Ask me.")
    worker = OneWorker(session)
    worker.claims()
    worker.answers("peek", "careful")
    worker.finishes(worker.begins())
    worker.closes()
    (made,) = taken(exported(session), world).sessions
    assert (made.status, Run.objects.get(session=made).status) == ("stopped", "stopped")
    assert Interruption.objects.get(session=made).status == "cancelled"
    done, cut = ToolCall.objects.filter(session=made).order_by("idx")
    assert (done.state, cut.state) == ("done", "cancelled")
    assert cut.result == {"content": UNFINISHED, "is_error": True}
    check_paths(made)


def test_children_follow_their_parents(session: Session, world: World) -> None:
    say(session, "Get help.")
    worker = OneWorker(session)
    worker.claims()
    worker.answers("helper")
    worker.begins()
    child = Session.objects.get(parent=session)
    work(child, "peek")
    (made,) = taken(exported(session, one=False), world).sessions
    copied = Session.objects.get(parent=made)
    assert (copied.kind, copied.depth, copied.root_id) == ("child", 1, made.id)
    call = ToolCall.objects.get(session=made)
    assert (copied.parent_call_id, call.child_session_id) == (call.id, copied.id)
    check_paths(copied)


def test_the_same_import_again_finds_what_stands(full: Session, world: World) -> None:
    text = exported(full)
    first, again = (taken(text, world, salt="key").sessions for _ in range(2))
    assert [one.id for one in first] == [one.id for one in again]
    assert Session.objects.count() == 2


def test_names_are_found_or_left_to_the_default(full: Session) -> None:
    other = make_world()
    text = exported(full)
    made = taken(text, other)
    assert (made.sessions[0].agent_id, made.notes) == (other.agent.id, [])
    told_of = json.loads(text)
    told_of["sessions"][0]["session"] |= {"agent": "Nobody", "model": "None such", "mode": "Odd"}
    made = taken(json.dumps(told_of), other)
    assert made.sessions[0].agent_id == other.agent.id
    assert len(made.notes) == 3 and "Nobody" in made.notes[0]


def test_an_export_holds_no_keys_and_no_ids_of_people(full: Session) -> None:
    Agent.objects.filter(session=full).update(system_prompt="unspeakable")
    text = exported(full)
    assert "unspeakable" not in text and "encrypted" not in text
    assert "author_id" not in text and "answered_by" not in text


def test_who_may_import_and_export(full: Session, world: World) -> None:
    raw = exported(full).encode()
    home = world.workspace.id
    with pytest.raises(Forbidden):
        import_sessions(user_id=world.viewer.pk, workspace_id=home, raw=raw)
    with pytest.raises(NotFound):
        import_sessions(user_id=world.stranger.pk, workspace_id=home, raw=raw)
    with pytest.raises(NotFound):
        export_json(io.StringIO(), world.editor.pk, full.id)
    assert Session.objects.count() == 1


def _first(name: str) -> Callable[[Json], Json]:
    def row(part: Json) -> Json:
        found: Json = part[name][0]
        return found

    return row


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


def test_icons_pass_the_list_of_shapes_or_are_dropped(full: Session, world: World) -> None:
    told_of = json.loads(exported(full))
    told_of["sessions"][0]["tool_groups"][0]["svg"] = "<svg onload='alert(1)'/>"
    (made,) = taken(json.dumps(told_of), world).sessions
    assert made.toolgroup_set.get().svg == ""


def test_others_words_do_not_become_mine(world: World) -> None:
    session = make_session(world, visibility="workspace")
    say(session, "Mine.")
    work(session)
    out = io.StringIO()
    export_json(out, world.editor.pk, session.id)
    (made,) = taken(out.getvalue(), world).sessions
    assert Message.objects.get(session=made, depth=1).author_id is None
    assert made.visibility == "private"


def test_markdown_is_the_active_path_with_calls_folded(full: Session) -> None:
    point = Message.objects.filter(session=full, calls__isnull=False).order_by("id")[0]
    full.active_branch = point.branch
    full.save(update_fields=["active_branch"])
    ToolCall.objects.filter(message=point).update(
        result={"content": "```\n</details>", "is_error": False}
    )
    out = io.StringIO()
    export_markdown(out, full.owner_id, full.id)
    text = out.getvalue()
    assert text.startswith(f'---\nname: "{full.name}"\nagent: "Guide"\n')
    assert text.count("<details><summary>") == 10
    assert "````\n```\n</details>\n````" in text
    assert [f"Round {number}." in text for number in range(5)] == [True] * 5
    side = Branch.objects.get(session=full, base_branch__isnull=False)
    full.active_branch = side
    full.save(update_fields=["active_branch"])
    out = io.StringIO()
    export_markdown(out, full.owner_id, full.id)
    (picture,) = Attachment.objects.filter(session=full)
    assert f"![picture](/api/attachment/{picture.id}/content/)" in out.getvalue()
