"""The ledger: one row for each request, with the price of its day; totals are sums."""

from decimal import Decimal

from agency.models import Model, ModelCall, Session
from agency.queries.session_usage import session_usage
from tests.factories import World, say
from tests.fakes.model.server import FakeModel
from tests.fold import snapshot_keeps_up
from tests.hub import RunningHub
from tests.runs import wait_for

USED = {
    "input_tokens": 1_000,
    "output_tokens": 200,
    "cache_read_input_tokens": 3_000,
    "cache_creation_input_tokens": 500,
}
PRICES = {
    "price_input": "3",
    "price_output": "15",
    "price_cache_read": "0.3",
    "price_cache_write": "3.75",
}
COST = Decimal("0.003") + Decimal("0.003") + Decimal("0.0009") + Decimal("0.001875")


def price(world: World, **prices: str | None) -> None:
    Model.objects.filter(id=world.model.id).update(**prices)


def test_each_request_is_a_row_with_its_tokens_and_the_price_it_had(
    world: World, session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    price(world, **PRICES)
    fake_model.script({"text": "One.", "usage": USED}, {"text": "Two.", "usage": USED})
    with snapshot_keeps_up(session.id):
        wait_for(say(session, "First").run, "done")
        price(world, price_input="300")
        wait_for(say(session, "Second").run, "done")
    first, second = ModelCall.objects.filter(session_id=session.id).order_by("created_at")
    kinds = ("input", "output", "cache_read", "cache_write")
    assert [getattr(first, f"{kind}_tokens") for kind in kinds] == [1_000, 200, 3_000, 500]
    assert (first.cost, first.state, first.attempt) == (COST, "done", 1)
    assert second.cost == COST + Decimal("0.297")
    usage = session_usage(session.id)
    assert (usage["input"], usage["output"], usage["calls"]) == (2_000, 400, 2)
    assert Decimal(usage["cost_usd"]) == 2 * COST + Decimal("0.297")
    assert not usage["cost_is_partial"]
    # The window that the last request filled, apart from what was billed over all.
    assert usage["context_tokens"] == 4_500


def test_an_unknown_price_stays_unknown_and_marks_the_total(
    world: World, session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    fake_model.script({"text": "One.", "usage": USED}, {"text": "Two.", "usage": USED})
    wait_for(say(session, "First").run, "done")
    assert ModelCall.objects.get(session_id=session.id).cost is None
    usage = session_usage(session.id)
    assert (usage["cost_usd"], usage["cost_is_partial"]) == (None, True)
    price(world, **PRICES)
    wait_for(say(session, "Second").run, "done")
    usage = session_usage(session.id)
    assert (Decimal(usage["cost_usd"]), usage["cost_is_partial"]) == (COST, True)
