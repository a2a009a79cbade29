"""What programs read and set of a provider's limits and an agent's fallbacks."""

from uuid import uuid4

from agency.models import Model, Provider
from tests.contract.rest import Caller, problem
from tests.domain.provider.fleet import Fleet
from tests.factories import World, make_world


def test_a_provider_is_read_with_its_gauges(fleet: Fleet, world: World, provider: Provider) -> None:
    fleet.limit(slots=1)
    first, second = fleet.run(), fleet.run()
    fleet.asks(first)
    fleet.asks(second)
    owner = Caller(world.owner)
    told = owner("GET", f"/api/provider/{provider.pk}/").json()
    assert told["state"] == {
        "slots_used": 1,
        "slots": 1,
        "requests_left": None,
        "tokens_left": None,
        "waiting": 1,
        "cooldown_until": None,
        "breaker": "closed",
    }
    run = owner("GET", f"/api/run/{second.pk}/").json()["run"]
    assert (run["error"]["code"], run["error"]["place"]) == ("provider_busy", 1)
    assert run["not_before"] is not None


def test_an_agents_fallbacks_are_models_of_its_workspace(world: World) -> None:
    owner = Caller(world.owner)
    path = f"/api/agent/{world.agent.pk}/"
    spare = Model.objects.create(
        workspace=world.workspace, provider=world.model.provider, name="Spare", model_id="spare"
    )
    wanted = [str(spare.pk), str(world.model.pk)]
    answer = owner("PATCH", path, {"fallbacks": [*wanted, wanted[0]]})
    assert answer.json()["fallbacks"] == wanted
    assert owner("GET", path).json()["fallbacks"] == wanted
    foreign = str(make_world().model.pk)
    for bad in ([foreign], [str(uuid4())], ["no id"], [wanted[0]] * 6):
        status, _ = problem(owner("PATCH", path, {"fallbacks": bad}))
        assert status in (400, 404, 422)
    assert owner("GET", path).json()["fallbacks"] == wanted
