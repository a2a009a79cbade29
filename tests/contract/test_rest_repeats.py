"""The same request twice is done once, and a stale change is refused."""

import threading
import time
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from agency.commands import _leases
from agency.commands.idempotency import WAIT_SECONDS, Answer, Once, answer_once
from agency.models import Agent, Idempotency, Message, Session
from framework.core.errors import Conflict, IdempotencyMismatch
from framework.core.ids import uuid7
from framework.db.clock import db_now
from tests.contract.rest import Caller, problem
from tests.factories import World, make_session
from tests.plugin.services import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_repeat_with_a_key_gets_the_first_result(world: World, owner: Caller) -> None:
    body = {"name": "Once"}
    first = owner("POST", "/api/agent/", body, idempotency_key="k")
    again = owner("POST", "/api/agent/", body, idempotency_key="k")
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert Agent.objects.filter(name="Once").count() == 1


def test_the_same_key_with_another_request_is_a_mismatch(world: World, owner: Caller) -> None:
    owner("POST", "/api/agent/", {"name": "Once"}, idempotency_key="k")
    for path, body in (("/api/agent/", {"name": "Twice"}), ("/api/skill/", {"name": "Once"})):
        response = owner("POST", path, body, idempotency_key="k")
        assert problem(response) == (409, "idempotency_mismatch")


def test_keys_of_two_people_do_not_meet(world: World, owner: Caller) -> None:
    other = Caller(world.editor)
    assert owner("POST", "/api/agent/", {"name": "A"}, idempotency_key="k").status_code == 201
    assert other("POST", "/api/agent/", {"name": "B"}, idempotency_key="k").status_code == 201


def test_a_refused_request_leaves_no_memory(world: World, owner: Caller) -> None:
    assert owner("POST", "/api/agent/", {}, idempotency_key="k").status_code == 400
    assert owner("POST", "/api/agent/", {"name": "A"}, idempotency_key="k").status_code == 201


def test_a_deletion_may_be_repeated_with_its_key(world: World, owner: Caller) -> None:
    path = f"/api/agent/{world.agent.id}/"
    assert owner("DELETE", path, idempotency_key="k").status_code == 204
    assert owner("DELETE", path, idempotency_key="k").status_code == 204
    assert problem(owner("DELETE", path)) == (404, "not_found")


def test_keys_that_make_no_sense_are_invalid(owner: Caller) -> None:
    for key in ("", "x" * 181, "a\tb"):
        response = owner("POST", "/api/agent/", {"name": "A"}, idempotency_key=key)
        assert problem(response) == (400, "invalid")


def test_a_repeated_launch_and_send_make_one_session_and_one_message(
    world: World, owner: Caller
) -> None:
    body = {"agent": str(world.agent.id), "prompt": "hello"}
    answers = [owner("POST", "/api/session/", body, idempotency_key="k") for _ in range(2)]
    assert answers[0].json() == answers[1].json()
    assert Session.objects.count() == Message.objects.count() == 1


def test_a_message_whose_memory_was_lost_is_still_sent_once(world: World, owner: Caller) -> None:
    session = make_session(world)
    path = f"/api/session/{session.id}/message/"
    first = owner("POST", path, {"text": "hello"}, idempotency_key="k").json()
    Idempotency.objects.all().delete()
    again = owner("POST", path, {"text": "hello"}, idempotency_key="k").json()
    assert again["message"] == first["message"]


def test_a_tokens_secret_is_shown_once_and_never_kept(world: World, owner: Caller) -> None:
    first = owner("POST", "/api/token/", {"name": "mine"}, idempotency_key="k").json()
    again = owner("POST", "/api/token/", {"name": "mine"}, idempotency_key="k").json()
    assert first["token"].startswith("agency_")
    assert again == first | {"token": None}
    assert first["token"] not in str(list(Idempotency.objects.values()))
    listed = owner("GET", "/api/token/").json()["results"]
    assert all("token" not in one for one in listed)


@pytest.mark.parametrize("atomic", [True, False])
def test_of_two_at_once_one_runs_and_both_get_its_result(world: World, atomic: bool) -> None:
    once = Once.named(world.owner.pk, "race", b"same")
    inside, leave = threading.Event(), threading.Event()
    ran: list[int] = []
    answers: list[Answer] = []

    def act() -> Answer:
        ran.append(1)
        inside.set()
        assert leave.wait(10)
        return Answer(201, {"number": len(ran)})

    def request() -> None:
        try:
            answers.append(answer_once(once, act, atomic=atomic))
        finally:
            connection.close()

    threads = [threading.Thread(target=request) for _ in range(2)]
    threads[0].start()
    assert inside.wait(10)
    threads[1].start()
    threads[1].join(0.2)
    assert threads[1].is_alive(), "the second waits for the first"
    leave.set()
    for thread in threads:
        thread.join(15)
    assert ran == [1]
    assert answers == [Answer(201, {"number": 1})] * 2


@pytest.mark.parametrize("atomic", [True, False])
def test_a_refusal_keeps_what_was_written_and_may_be_tried_again(
    world: World, atomic: bool
) -> None:
    once = Once.named(world.owner.pk, "refused", b"same")

    def refuse() -> Answer:
        Agent.objects.create(workspace=world.workspace, name="Written before the refusal")
        raise Conflict

    with pytest.raises(Conflict):
        answer_once(once, refuse, atomic=atomic)
    assert Agent.objects.filter(name="Written before the refusal").exists()
    assert answer_once(once, lambda: Answer(200), atomic=atomic) == Answer(200)
    with pytest.raises(IdempotencyMismatch):
        answer_once(Once.named(world.owner.pk, "refused", b"other"), refuse, atomic=atomic)


def test_a_claim_lives_as_long_as_its_request(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_leases, "RENEW_SECONDS", 0.02)
    once = Once.named(world.owner.pk, "slow", b"same")

    def act() -> Answer:
        claim = Idempotency.objects.get(key=once.key)
        assert claim.expires_at - db_now() <= _leases.LEASE
        later = Idempotency.objects.filter(id=claim.id, expires_at__gt=claim.expires_at)
        wait_until(later.exists, "the claim's renewal")
        return Answer(200)

    assert answer_once(once, act, atomic=False) == Answer(200)
    assert Idempotency.objects.get(key=once.key).expires_at - db_now() > timedelta(hours=23)


def test_a_claim_whose_process_died_is_taken_over_before_the_repeat_is_refused(
    world: World,
) -> None:
    assert _leases.LEASE.total_seconds() < WAIT_SECONDS
    once = Once.named(world.owner.pk, "killed", b"same")
    left = db_now() + timedelta(seconds=0.2)
    Idempotency.objects.create(
        user=world.owner, key=once.key, fingerprint=once.fingerprint, expires_at=left
    )
    assert answer_once(once, lambda: Answer(200), atomic=False) == Answer(200)
    assert db_now() > left


def test_what_brings_its_own_id_waits_for_no_claim(world: World, owner: Caller) -> None:
    session = make_session(world)
    message, launched = str(uuid7()), str(uuid7())
    path = f"/api/session/{session.id}/message/"
    sent = owner("POST", path, {"id": message, "text": "hi"}, idempotency_key=message)
    assert not Idempotency.objects.exists(), "the row itself remembers"
    again = owner("POST", path, {"id": message, "text": "hi"}, idempotency_key=message)
    assert (sent.status_code, again.status_code) == (202, 202)
    assert sent.json()["message"] == again.json()["message"]
    other = owner("POST", path, {"id": message, "text": "other"}, idempotency_key=message)
    assert problem(other) == (409, "idempotency_mismatch")
    body = {"id": launched, "agent": str(world.agent.id)}
    first = owner("POST", "/api/session/", body, idempotency_key="k").json()
    Idempotency.objects.update(status=None, answer=None)  # as if that process had been killed
    began = time.monotonic()
    assert owner("POST", "/api/session/", body, idempotency_key="k").json() == first
    assert time.monotonic() - began < WAIT_SECONDS / 2


def version_of(answer: Any) -> int:
    """The version that a row was read with; its ETag says the same."""
    assert answer.headers["ETag"] == f'"{answer.json()["version"]}"'
    return int(answer.json()["version"])


def test_a_stale_change_is_refused_with_the_row_as_it_is(world: World, owner: Caller) -> None:
    path = f"/api/agent/{world.agent.id}/"
    version = version_of(owner("GET", path))
    changed = owner("PATCH", path, {"name": "New", "version": version})
    assert changed.json()["version"] == version + 1
    for stale in (
        owner("PATCH", path, {"name": "Old", "version": version}),
        owner("PATCH", path, {"name": "Old"}, if_match=f'"{version}"'),
    ):
        assert problem(stale) == (409, "stale")
        assert stale.json()["current"] == changed.json()
    fresh = owner("PATCH", path, {"name": "Newer"}, if_match=f'W/"{version + 1}"')
    assert fresh.status_code == 200


def test_a_stale_session_or_branch_is_refused_with_the_row_as_it_is(
    world: World, owner: Caller
) -> None:
    session = make_session(world)
    path = f"/api/session/{session.id}/"
    owner("PATCH", path, {"name": "New", "version": 1})
    stale = owner("PATCH", path, {"name": "Old", "version": 1})
    assert problem(stale) == (409, "stale")
    assert stale.json()["current"]["name"] == "New"
    path += f"branch/{session.active_branch_id}/"
    assert owner("PATCH", path, {"name": "Main", "version": 1}).status_code == 200
    stale = owner("PATCH", path, {"name": "Old", "version": 1})
    assert (problem(stale), stale.json()["current"]["name"]) == ((409, "stale"), "Main")


def test_an_if_match_that_makes_no_sense_is_invalid(world: World, owner: Caller) -> None:
    path = f"/api/agent/{world.agent.id}/"
    assert problem(owner("PATCH", path, {"name": "x"}, if_match="*")) == (400, "invalid")
