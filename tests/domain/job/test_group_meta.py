"""A run of tool calls gets a name and an icon: once early, and once from the whole of it."""

import json
from typing import Any

import pytest

from agency.commands.job.request_group_meta import request_group_meta
from agency.errors import NothingToName
from agency.models import Message, ModelCall, Session, SmallJob, ToolGroup
from tests.factories import say
from tests.fakes.model.server import FakeModel
from tests.fold import snapshot_keeps_up
from tests.hub import RunningHub, eventually
from tests.runs import wait_for

ASKS = "You name groups"
ICON = '<svg viewBox="0 0 24 24"><circle cx="12" cy="12" r="8"/></svg>'
PEEK = {"name": "counter_read", "input": {"counter": "a"}}


def meta(name: str, svg: str = ICON, **more: Any) -> dict[str, Any]:
    return {"match": ASKS, "text": json.dumps({"name": name, "svg": svg}), **more}


def plan(steps: int) -> str:
    call = {"tools": [PEEK]}
    return f"PLAN: {json.dumps([call] * steps + [{'text': 'Done.'}])}"


def rests(kind: str) -> None:
    found = SmallJob.objects.filter(kind=kind, status="done")
    eventually(found.exists, f"the {kind} job's end")


def test_a_group_is_named_after_its_first_step_and_refined_once_at_its_end(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    fake_model.script(meta("First look"), meta("Three looks at it", ICON.replace("8", "4")))
    with snapshot_keeps_up(session.id):
        wait_for(say(session, plan(3)).run, "done")
        rests("group_refine")
        rests("group_meta")
    group = ToolGroup.objects.get()
    first = Message.objects.filter(session=session, role="ai").order_by("depth")[0]
    assert (group.message_id, group.refined) == (first.id, True)
    assert "<circle" in group.svg
    assert SmallJob.objects.filter(kind__startswith="group").count() == 2


def test_a_single_step_is_named_once(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    fake_model.script(meta("One look"))
    wait_for(say(session, plan(1)).run, "done")
    rests("group_meta")
    group = ToolGroup.objects.get()
    assert (group.name, group.refined) == ("One look", False)
    assert not SmallJob.objects.filter(kind="group_refine").exists()
    assert ModelCall.objects.filter(purpose="group_meta", state="done").count() == 1


def test_an_icon_that_is_not_only_shapes_is_dropped_and_the_name_stays(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    fake_model.script(meta("A look", '<svg viewBox="0 0 24 24"><script>1</script></svg>'))
    wait_for(say(session, plan(1)).run, "done")
    rests("group_meta")
    group = ToolGroup.objects.get()
    assert (group.name, group.svg) == ("A look", "")


def test_a_group_is_named_again_on_request(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    fake_model.script(meta("One look"), meta("Looked at once more"))
    run = wait_for(say(session, plan(1)).run, "done")
    rests("group_meta")
    more: dict[str, Any] = {"user_id": session.owner_id, "session_id": session.id}
    turns = Message.objects.filter(run=run, role="ai").order_by("depth")
    with pytest.raises(NothingToName):
        request_group_meta(message_id=turns[1].id, **more)
    request_group_meta(message_id=turns[0].id, **more)
    rests("group_refine")
    assert ToolGroup.objects.get().name == "Looked at once more"


def test_a_turn_without_calls_has_no_group(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    wait_for(say(session, "Hello").run, "done")
    assert not SmallJob.objects.filter(kind__startswith="group").exists()
