"""The usage ledger: one row for each request to a model, written before it, settled once."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from agency.channel.protocol import Monitor
from agency.commands.compaction.closing import close_compaction
from agency.commands.run.budget import settle
from agency.models import ModelCall, Run, Session
from framework.db.compiled import Compiled, Given
from framework.db.touch import insert_row, save_stamped
from framework.db.transaction import require_transaction

MILLION = Decimal(1_000_000)
PARTS = ("input", "output", "cache_read", "cache_write")

_ATTEMPTS = Compiled(
    lambda: (
        ModelCall.objects.filter(run_id=Given("run"), step=Given("step"))
        .order_by("-attempt")
        .values_list("attempt", flat=True)[:1]
    )
)
_STARTED = Compiled(lambda: ModelCall.objects.filter(run_id=Given("run"), state="started"))


@dataclass(frozen=True, slots=True)
class CallFacts:
    """Which model is asked, and at which price (USD for a million tokens, null = unknown).

    It counts for `charge` tokens under its provider's limits; `fallback_of` names the model that
    it stands in for.
    """

    model: str
    provider_id: UUID | None
    price: Mapping[str, str | None]
    prompt_digest: str
    charge: int = 0
    fallback_of: str = ""

    @property
    def is_priced(self) -> bool:
        """Whether the tokens of every request have a price."""
        return self.price.get("input") is not None and self.price.get("output") is not None


@dataclass(frozen=True, slots=True)
class Spent:
    """What a request took; `first_token` is the seconds until the first piece came."""

    tokens: Mapping[str, int]
    estimated: bool = False
    first_token: float | None = None


def start_call(run: Run, facts: CallFacts, *, purpose: str = "turn") -> ModelCall:
    """The ledger's row for a request that is about to be sent."""
    require_transaction()
    session = run.session
    call = ModelCall(
        session_id=session.id,
        run_id=run.id,
        workspace_id=session.workspace_id,
        user_id=session.owner_id,
        agent_id=session.agent_id,
        step=run.step,
        attempt=(_ATTEMPTS.first(run=run.id, step=run.step) or 0) + 1,
        purpose=purpose,
        provider_id=facts.provider_id,
        model=facts.model,
        fallback_of=facts.fallback_of,
        charge=facts.charge,
        prompt_digest=facts.prompt_digest,
        price=dict(facts.price),
    )
    insert_row(call)
    return call


def start_small_call(session: Session, facts: CallFacts, *, purpose: str) -> ModelCall:
    """The ledger's row for a request that belongs to no run."""
    require_transaction()
    return ModelCall.objects.create(
        session_id=session.id,
        workspace_id=session.workspace_id,
        user_id=session.owner_id,
        agent_id=session.agent_id,
        purpose=purpose,
        provider_id=facts.provider_id,
        model=facts.model,
        charge=facts.charge,
        prompt_digest=facts.prompt_digest,
        price=dict(facts.price),
    )


def settle_calls(
    run: Run, state: str, spent: Spent | None, error: Mapping[str, Any] | None = None
) -> None:
    """Write what the run's open request took, free its reservation and tell the new totals."""
    require_transaction()
    for call in _STARTED.all(run=run.id):
        _settle(call, state, spent, error)
        Monitor.usage(run.session)
        _close(call, run.session, error)


def settle_call(
    call_id: UUID,
    session: Session | None,
    state: str,
    spent: Spent | None,
    error: Mapping[str, Any] | None = None,
) -> None:
    """Settle a request that belongs to no run, once; `session` None means that nobody is told."""
    require_transaction()
    for call in ModelCall.objects.filter(pk=call_id, state="started"):
        _settle(call, state, spent, error)
        if session is not None:
            Monitor.usage(session)


def _settle(
    call: ModelCall, state: str, spent: Spent | None, error: Mapping[str, Any] | None
) -> None:
    call.state = state
    call.error = None if error is None else dict(error)
    if spent is not None:
        _count(call, spent)
    counted = (*(f"{part}_tokens" for part in PARTS), "estimated", "cost", "first_token_at")
    save_stamped(call, "state", "error", *counted, stamp="ended_at")
    settle(call)


def cut_calls(run: Run) -> bool:
    """Settle the requests of this run that nobody will hear the end of; whether there were any."""
    require_transaction()
    calls = _STARTED.all(run=run.id)
    for call in calls:
        _cut(call, run.session)
        _close(call, run.session)
    return bool(calls)


def cut_call(session: Session, call_id: UUID) -> None:
    """The same for one that belongs to no run."""
    require_transaction()
    for call in ModelCall.objects.filter(pk=call_id, state="started"):
        _cut(call, session)


def _cut(call: ModelCall, session: Session) -> None:
    call.state = "cut"
    save_stamped(call, "state", stamp="ended_at")
    settle(call)
    Monitor.usage(session)


def _close(call: ModelCall, session: Session, error: Mapping[str, Any] | None = None) -> None:
    if call.purpose == "compaction":
        close_compaction(call, session, error)


def _count(call: ModelCall, spent: Spent) -> None:
    for part in PARTS:
        setattr(call, f"{part}_tokens", spent.tokens.get(part, 0))
    call.estimated = spent.estimated
    call.cost = cost(spent.tokens, call.price or {})
    if spent.first_token is not None:
        call.first_token_at = call.created_at + timedelta(seconds=spent.first_token)


def cost(tokens: Mapping[str, int], price: Mapping[str, str | None]) -> Decimal | None:
    """USD, or None when the price of a kind of token that was used is unknown."""
    total = Decimal(0)
    for part in PARTS:
        count, each = tokens.get(part, 0), price.get(part)
        if count and each is None:
            return None
        total += Decimal(each or 0) * count / MILLION
    return total
