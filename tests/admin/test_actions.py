"""The actions of the lists call the commands and show what these refuse."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.admin.models import LogEntry
from django.db.models import Model as Row
from django.test import Client
from django.urls import reverse

from agency.commands.catalogue.create_policy import create_policy
from agency.commands.identity.issue_token import issue_token
from agency.models import ApiToken, Interruption, Policy, Provider, Run, Session
from framework.bus import publish
from framework.events.models import Event
from tests.factories import World, answer_run, make_session, say


def act(client: Client, action: str, *rows: Row) -> list[str]:
    """Choose rows of a list and an action; the messages that the next page shows."""
    meta = rows[0]._meta
    answer = client.post(
        reverse(f"admin:{meta.app_label}_{meta.model_name}_changelist"),
        {"action": action, "_selected_action": [str(row.pk) for row in rows]},
        follow=True,
    )
    return [str(message) for message in answer.context["messages"]]


def told(session: Session) -> list[str]:
    """The events of the session's own stream, in order."""
    events = Event.objects.filter(stream__subject=str(session.id)).order_by("seq")
    return [event.frame.get("event", event.frame["type"]) for event in events]


@pytest.fixture
def session(world: World) -> Session:
    return make_session(world)


def test_stopping_a_session_ends_its_run_and_tells_its_readers(
    root: Client, session: Session
) -> None:
    say(session, "go")
    assert act(root, "stop", session) == ["Stopped: 1"]
    assert Run.objects.get().status == "stopped"
    assert "run_end" in told(session)


def test_a_run_is_stopped_from_its_own_list(root: Client, session: Session) -> None:
    run = say(session, "go").run
    assert run is not None
    assert act(root, "stop", run) == ["Stopped: 1"]
    run.refresh_from_db()
    assert run.status == "stopped"


def test_a_session_is_closed_and_opened_again(root: Client, session: Session) -> None:
    act(root, "close", session)
    session.refresh_from_db()
    assert session.closed_at is not None
    act(root, "resume", session)
    session.refresh_from_db()
    assert session.closed_at is None
    assert "session_closed" in told(session)


def test_a_deleted_session_is_gone_and_its_readers_are_told(root: Client, session: Session) -> None:
    run = say(session, "go").run
    assert run is not None
    answer_run(run, "done")
    assert act(root, "delete_whole", session) == ["Deleted: 1"]
    assert not Session.objects.filter(id=session.id).exists()
    last = Event.objects.filter(stream__kind="user").order_by("-id").first()
    assert last is not None and last.frame["event"] == "session_deleted"


def test_a_refusal_is_shown_and_the_other_rows_are_acted_on(
    root: Client, world: World, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = make_session(world, owner=world.editor)
    act(root, "close", session, other)
    world.editor.membership_set.update(role="viewer")
    shown = act(root, "resume", session, other)
    assert len(shown) == 2
    assert "Resumed: 1" in shown
    assert any("Viewers read" in text for text in shown)


def test_what_was_done_stands_in_the_history_with_who_did_it(
    root: Client, session: Session
) -> None:
    act(root, "close", session)
    entry = LogEntry.objects.get(object_id=str(session.id))
    assert entry.user.is_superuser and entry.change_message == "Closed."


def test_a_rule_is_revoked_by_an_administrator_from_elsewhere(root: Client, world: World) -> None:
    rule = create_policy(
        user_id=world.owner.pk,
        scope="workspace",
        scope_id=world.workspace.id,
        pattern="Write",
        outcome="deny",
    )  # fmt: skip
    assert act(root, "revoke", rule) == ["Revoked: 1"]
    assert not Policy.objects.exists()


def test_a_provider_is_switched_off_and_on(root: Client, world: World) -> None:
    provider = Provider.objects.get(workspace=world.workspace)
    assert act(root, "switch_off", provider) == ["Switched: 1"]
    provider.refresh_from_db()
    assert not provider.enabled
    act(root, "switch_on", provider)
    provider.refresh_from_db()
    assert provider.enabled


def test_a_revoked_key_no_longer_opens_anything(
    root: Client, world: World, django_capture_on_commit_callbacks: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    row, _ = issue_token(user_id=world.owner.pk, name="laptop")
    asked: list[str] = []
    monkeypatch.setattr(
        "agency.commands.identity.revoke_token.publish_control",
        lambda group, _message: asked.append(group),
    )
    with django_capture_on_commit_callbacks(execute=True):
        assert act(root, "revoke", row) == ["Revoked: 1"]
    assert ApiToken.objects.get().revoked_at is not None
    assert asked == [f"user-{world.owner.pk}"]
    assert publish.drain()


def test_a_question_without_a_deadline_can_be_ended(root: Client, session: Session) -> None:
    run = say(session, "go").run
    assert run is not None
    Run.objects.filter(id=run.id).update(status="suspended")
    row = Interruption.objects.create(
        id=uuid4(), session=session, run=run, kind="question", prompt={"title": "Which?"}
    )
    assert act(root, "expire", row) == ["Expired: 1"]
    row.refresh_from_db()
    assert row.status == "expired"
