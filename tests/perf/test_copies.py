"""Copies are made by the database: as many statements for a long session as for a short one."""

from functools import partial

import pytest

from agency.commands.copying.duplicate_session import duplicate_session
from agency.commands.session.fork_message import fork_message
from agency.models import Message, Session
from tests.bench.rows import history
from tests.factories import make_session, make_world
from tests.perf.work import statements

DUPLICATE, FORK = 36, 24


@pytest.mark.django_db(transaction=True)
def test_a_copy_takes_as_many_statements_however_long_the_session() -> None:
    world = make_world()
    counts = []
    for length in (10, 1_000):
        session = make_session(world)
        history(str(session.id), world.owner.pk, length)
        ids = {"user_id": world.owner.pk, "session_id": session.id}
        last = Message.objects.get(session=session, depth=length).id
        counts.append(
            (
                statements(partial(duplicate_session, **ids)),
                statements(partial(duplicate_session, **ids, up_to_message=last)),
                statements(partial(fork_message, **ids, message_id=last)),
            )
        )
    assert counts[0] == counts[1]
    assert max(counts[0][:2]) <= DUPLICATE, counts
    assert counts[0][2] <= FORK, counts
    assert Session.objects.count() == 6
