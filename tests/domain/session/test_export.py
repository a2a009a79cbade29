"""An export loses nothing, and what is imported can do no harm."""

import io
import json
from typing import Any
from uuid import UUID

import pytest

from agency.commands.copying._statement import UNFINISHED
from agency.commands.copying.import_sessions import import_sessions
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
from agency.queries.session_export import export_json
from agency.queries.session_transcript import export_markdown
from agency.queries.session_usage import session_usage
from agency.queries.tool_output import tool_output
from framework.core.errors import Forbidden, NotFound
from tests.copies import check_paths, exported, fill, ids_of, taken, told, work
from tests.factories import World, make_session, make_world, say
from tests.one_worker import OneWorker

Json = dict[str, Any]


@pytest.fixture
def full(session: Session) -> Session:
    fill(session)
    return session


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
