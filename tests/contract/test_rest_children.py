"""A copy of a session is asked over REST, once, and its parent's lists tell of it."""

import uuid

import pytest

from agency.commands.child._limits import DEPTH
from agency.models import Message, Session
from tests.contract.rest import Caller, problem
from tests.factories import World, make_session
from tests.perf.work import statements

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_repeat_gets_the_first_copy_and_other_words_are_refused(
    owner: Caller, talk: Session
) -> None:
    path, asked = f"/api/session/{talk.id}/invoke/", {"text": "Why?", "id": str(uuid.uuid4())}
    first = owner("POST", path, asked)
    assert first.status_code == 202
    made = first.json()
    assert (made["session"]["id"], made["session"]["kind"]) == (asked["id"], "invoked")
    assert (made["session"]["parent_id"], made["session"]["depth"]) == (str(talk.id), 1)
    assert (made["message"]["depth"], made["run"]["status"]) == (3, "queued")
    assert owner("POST", path, asked).json()["run"]["id"] == made["run"]["id"]
    refused = owner("POST", path, asked | {"text": "Who?"})
    assert problem(refused)[1] == "idempotency_mismatch"
    assert Message.objects.filter(session=talk).count() == 2


def test_a_message_of_another_session_is_no_place_to_copy_to(
    owner: Caller, world: World, talk: Session
) -> None:
    other = make_session(world)
    asked = {"text": "Why?", "up_to_message": str(Message.objects.filter(session=talk)[0].id)}
    answer = owner("POST", f"/api/session/{other.id}/invoke/", asked)
    assert problem(answer) == (404, "not_found")
    assert not Session.objects.filter(parent=other).exists()


def test_nothing_begins_below_a_closed_session_or_beyond_the_depth_that_is_allowed(
    owner: Caller, talk: Session
) -> None:
    path = f"/api/session/{talk.id}/"
    for _ in range(DEPTH):
        made = owner("POST", f"{path}invoke/", {"text": "Why?"}).json()
        path = f"/api/session/{made['session']['id']}/"
    assert problem(owner("POST", f"{path}invoke/", {"text": "Why?"})) == (409, "too_deep")
    owner("POST", f"/api/session/{talk.id}/close/")
    answer = owner("POST", f"/api/session/{talk.id}/invoke/", {"text": "Why?"})
    assert problem(answer) == (409, "session_closed")
    assert Session.objects.filter(parent=talk).count() == 1


def test_the_list_of_children_costs_the_same_however_many_there_are(
    owner: Caller, talk: Session
) -> None:
    path = f"/api/session/{talk.id}/"
    costs = []
    for count in (2, 10):
        for _ in range(count):
            owner("POST", f"{path}invoke/", {"text": "Why?"})
        listed = statements(lambda: owner("GET", f"{path}child/"))
        costs.append((listed, statements(lambda: owner("GET", path))))
    assert len(owner("GET", f"{path}child/").json()["results"]) == 12
    assert costs[0] == costs[1]
