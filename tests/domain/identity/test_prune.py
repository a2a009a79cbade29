"""What has served is forgotten, and who asks for what is gone is told so."""

from datetime import timedelta

import pytest

from agency.commands.session.update_session import update_session
from agency.commands.worker.prune import prune
from agency.models import Idempotency, Session
from framework.core.errors import CursorExpired
from framework.db.clock import db_now
from framework.events.keys import StreamKey, session_stream, user_stream
from framework.events.models import Event
from framework.events.replay import events_after
from tests.contract.rest import Caller, problem
from tests.factories import World


def age(key: StreamKey, *, upto: int) -> None:
    """Make the first events of a stream older than a month."""
    rows = Event.objects.filter(stream__kind=key.kind, stream__subject=key.subject, seq__lte=upto)
    rows.update(at=db_now() - timedelta(days=31))


def test_coarse_events_live_for_a_month_and_older_cursors_are_refused(
    world: World, session: Session
) -> None:
    key = user_stream(world.owner.pk)
    for number in range(5):
        changes = {"name": f"Name {number}"}
        update_session(user_id=world.owner.pk, session_id=session.id, changes=changes)
    last = events_after(key, 0)[-1]["seq"]
    age(key, upto=3)
    prune()
    assert [frame["seq"] for frame in events_after(key, 3)] == list(range(4, last + 1))
    with pytest.raises(CursorExpired):
        events_after(key, 2)
    owner = Caller(world.owner)
    assert problem(owner("GET", "/api/me/event/?since_id=2")) == (410, "cursor_expired")
    assert owner("GET", "/api/me/event/?since_id=3").status_code == 200


def test_a_sessions_events_live_as_long_as_it(world: World, session: Session) -> None:
    key = session_stream(session.id)
    kept = events_after(key, 0)
    age(key, upto=kept[-1]["seq"])
    prune()
    assert events_after(key, 0) == kept


def test_first_answers_are_forgotten_after_their_day(world: World) -> None:
    for days in (-1, 1):
        Idempotency.objects.create(
            user=world.owner,
            key=f"key:{days}",
            fingerprint="",
            status=200,
            expires_at=db_now() + timedelta(days=days),
        )
    prune()
    assert [row.key for row in Idempotency.objects.all()] == ["key:1"]
