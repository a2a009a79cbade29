"""A crowd at a provider with limits, on two workers of which one is killed."""

from agency.models import Membership, Model, ModelCall, Provider, Run
from tests.factories import World, make_session, make_user, say
from tests.fakes.model.server import FakeModel
from tests.fleet import Crowd
from tests.plugin.services import wait_until
from tests.workers import Workers

PEOPLE, SLOTS, BY_MINUTE = 30, 20, 300
TOKENS = 50


def limit(world: World, fake_model: FakeModel) -> None:
    """Slots, and a rate of tokens that lets through `BY_MINUTE` requests."""
    Model.objects.filter(pk=world.model.pk).update(max_output=TOKENS)
    run = say(make_session(world), "How much is one?").run
    assert run is not None
    wait_until(lambda: Run.objects.filter(pk=run.pk, status="done").exists(), "the first run")
    charge = ModelCall.objects.get(run_id=run.pk).charge
    fake_model.reset()
    fake_model.load(tokens=TOKENS, rate=50, input=charge - TOKENS)
    ModelCall.objects.all().delete()
    rows = Provider.objects.filter(pk=world.model.provider_id)
    rows.update(slots=SLOTS, tokens_per_minute=charge * BY_MINUTE)


def test_limits_hold_at_the_provider_whatever_becomes_of_a_worker(
    world: World, fake_model: FakeModel, workers: Workers
) -> None:
    fake_model.load(tokens=TOKENS, rate=50)
    lost = workers.start()
    limit(world, fake_model)
    workers.start()
    first = Run.objects.count()
    for _ in range(PEOPLE):
        person = make_user("fleet")
        Membership.objects.create(workspace=world.workspace, user=person, role="editor")
        session = make_session(world, owner=person)
        say(session, "One")
        say(session, "Two")
    done = Run.objects.filter(status="done")
    wait_until(lambda: done.count() >= first + PEOPLE // 2, "some runs", 60)
    workers.kill(lost)
    wait_until(lambda: done.count() == first + 2 * PEOPLE, "the end of all runs", 60)
    assert not Run.objects.exclude(status="done").exists()
    assert fake_model.stats["most_live"] <= SLOTS
    assert Crowd(fake_model.begun, ()).most_in_a_minute() <= BY_MINUTE
