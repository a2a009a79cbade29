"""What a request is entered with in the ledger, and the most that it may take of budgets."""

import hashlib
import json
from decimal import Decimal

from agency.commands.run.ledger import CallFacts
from agency.llm.port import ModelRequest
from agency.llm.tokens import estimate_request
from agency.models import Model

MILLION = Decimal(1_000_000)
LEAST_CHARGE = 768
USUAL_ANSWER = 1_024


def charge_of(request: ModelRequest, sent: int | None = None) -> int:
    """Tokens that the request counts for under its provider's limits until its usage is known.

    The longest answer is allowed for only as far as answers usually go: the full figure would
    leave a provider idle most of the time.
    """
    sent = estimate_request(request) if sent is None else sent
    answered = min(request.max_tokens, USUAL_ANSWER)
    return max(sent + answered, min(LEAST_CHARGE, request.max_tokens))


def call_facts_of(model: Model, request: ModelRequest, sent: int | None = None) -> CallFacts:
    """Model, price, charge and the digest of the system prompt with its tools."""
    tools = json.dumps([[one.name, one.input_schema] for one in request.tools], sort_keys=True)
    return CallFacts(
        model=model.model_id,
        provider_id=model.provider_id,
        price=_price(model),
        charge=charge_of(request, sent),
        prompt_digest=hashlib.sha256(f"{request.system}\0{tools}".encode()).hexdigest(),
    )


def _price(model: Model) -> dict[str, str | None]:
    prices = {
        "input": model.price_input,
        "output": model.price_output,
        "cache_read": model.price_cache_read,
        "cache_write": model.price_cache_write,
    }
    return {part: None if price is None else str(price) for part, price in prices.items()}


def amounts_of(model: Model, request: ModelRequest, sent: int | None = None) -> dict[str, Decimal]:
    """The most that the request may take, in the units of budgets; `sent` if it is counted."""
    sent = estimate_request(request) if sent is None else sent
    answered = request.max_tokens
    dearest = max(model.price_input or Decimal(0), model.price_cache_write or Decimal(0))
    usd = (dearest * sent + (model.price_output or Decimal(0)) * answered) / MILLION
    return {
        "calls": Decimal(1),
        "tokens": Decimal(sent + answered),
        "usd": usd.quantize(Decimal("0.000001")),
    }
