"""Many runs at once on two workers."""

from agency.models import Message, Run
from tests.factories import World, make_session, say
from tests.fakes.model.server import FakeModel
from tests.plugin.services import wait_until
from tests.runs import path
from tests.workers import Workers

SESSIONS = 30


def test_a_crowd_of_sessions_is_served_by_two_workers(
    world: World, fake_model: FakeModel, workers: Workers
) -> None:
    fake_model.load(tokens=20, rate=50)
    workers.start()
    workers.start()
    sessions = [make_session(world) for _ in range(SESSIONS)]
    for session in sessions:
        say(session, "One")
        say(session, "Two")
    done = Run.objects.filter(status="done")
    wait_until(lambda: done.count() == 2 * SESSIONS, "the end of all runs", 60)
    assert not Run.objects.exclude(status="done").exists()
    assert not Run.objects.filter(lost_count__gt=0).exists(), workers.logs(60000)
    assert Message.objects.filter(role="ai", partial=False).count() == 2 * SESSIONS
    for session in sessions:
        assert [role for role, _ in path(session)] == ["human", "ai", "human", "ai"]
    assert len(set(Run.objects.values_list("fence", flat=True))) == 1
