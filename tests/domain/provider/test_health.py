"""Pauses that a provider asks for, and failures in a row."""

from datetime import timedelta

from agency.commands.provider.note_failure import note_failure
from agency.commands.provider.note_success import note_success
from agency.commands.provider.standing import BREAKS_AFTER
from agency.limits.gauges import provider_state
from agency.models import Provider
from framework.db.clock import db_now
from framework.events.models import Event
from tests.domain.provider.fleet import Fleet


def fails(provider: Provider, times: int = 1, kind: str = "retryable") -> Provider:
    for _ in range(times):
        note_failure(provider_id=provider.pk, kind=kind, detail="It broke.")
    provider.refresh_from_db()
    return provider


def told(provider: Provider) -> int:
    rows = Event.objects.filter(frame__topic=f"provider.{provider.pk}.catalog.updated")
    return rows.count()


def test_a_pause_that_the_provider_asks_for_holds_everybody(
    fleet: Fleet, provider: Provider
) -> None:
    first, second = fleet.run(), fleet.run()
    note_failure(provider_id=provider.pk, kind="rate_limited", detail="Slow.", retry_after=60)
    assert not fleet.asks(first)
    first.refresh_from_db()
    assert first.error is not None and first.error["reason"] == "closed"
    assert first.not_before is not None
    assert 55 < (first.not_before - db_now()).total_seconds() <= 60
    assert not fleet.asks(second)
    assert told(provider) == 1
    fleet.limit(cooldown_until=db_now() - timedelta(seconds=11))
    assert fleet.lets_in().chosen == 2
    assert fleet.asks(first) and fleet.asks(second)


def test_a_shorter_pause_does_not_cut_a_longer_one(provider: Provider) -> None:
    note_failure(provider_id=provider.pk, kind="rate_limited", detail="", retry_after=90)
    note_failure(provider_id=provider.pk, kind="rate_limited", detail="")
    provider.refresh_from_db()
    assert provider.cooldown_until is not None
    assert (provider.cooldown_until - db_now()).total_seconds() > 80
    assert told(provider) == 1


def test_after_failures_in_a_row_one_run_tries_and_the_others_follow_when_it_succeeds(
    fleet: Fleet, provider: Provider
) -> None:
    runs = [fleet.run() for _ in range(3)]
    assert fails(provider, BREAKS_AFTER - 1).broken_until is None
    assert fails(provider).broken_until is not None
    assert provider_state(provider)["breaker"] == "open"
    assert not any([fleet.asks(run) for run in runs])
    fleet.limit(broken_until=db_now())
    provider.refresh_from_db()
    assert provider_state(provider)["breaker"] == "half_open"
    assert fleet.lets_in().chosen == 1
    assert fleet.asks(runs[0])
    assert fleet.lets_in().chosen == 0
    note_success(provider_id=provider.pk)
    provider.refresh_from_db()
    assert provider_state(provider)["breaker"] == "closed"
    assert fleet.lets_in().chosen > 0
    assert told(provider) == 2


def test_a_try_that_fails_makes_the_pause_longer_and_late_failures_do_not(
    provider: Provider,
) -> None:
    fails(provider, BREAKS_AFTER)
    first = provider.broken_until
    assert fails(provider, 20).broken_until == first
    Provider.objects.update(broken_until=db_now())
    fails(provider)
    assert provider.failures == BREAKS_AFTER + 1
    assert provider.broken_until is not None
    assert (provider.broken_until - db_now()).total_seconds() > 9


def test_a_success_counts_failures_anew(provider: Provider) -> None:
    fails(provider, BREAKS_AFTER - 1)
    note_success(provider_id=provider.pk)
    assert fails(provider, BREAKS_AFTER - 1).broken_until is None


def test_the_gauges_say_what_is_used_and_what_is_left(fleet: Fleet, provider: Provider) -> None:
    fleet.limit(slots=1, requests_per_minute=10, tokens_per_minute=100_000)
    first, second = fleet.run(), fleet.run()
    fleet.asks(first)
    fleet.asks(second)
    provider.refresh_from_db()
    state = provider_state(provider)
    assert (state["slots_used"], state["slots"], state["waiting"]) == (1, 1, 1)
    assert state["requests_left"] == 9
    assert 90_000 < state["tokens_left"] < 100_000
    fleet.answers(first)
    assert provider_state(provider)["slots_used"] == 0
