"""The id that is announced for an answer is its own, whoever else uses it."""

import pytest

from agency.commands.session.launch_session import Launch, launch_session
from agency.models import Message, Session
from tests.factories import say
from tests.one_worker import OneWorker

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_answer_whose_id_somebody_spoke_under_is_kept_under_another(session: Session) -> None:
    say(session, "hello")
    worker = OneWorker(session)
    worker.claims()
    announced = worker.asks()
    assert session.agent is not None
    other, _ = launch_session(user_id=session.owner_id, launch=Launch(agent_id=session.agent.id))
    say(other, "mine", message_id=announced)
    worker.commits(announced)
    answer = Message.objects.get(session=session, role="ai")
    assert answer.id != announced
    assert Message.objects.get(id=announced).session_id == other.id
    assert worker.run.status == "done"
