"""Which model stands in when the one that a session uses cannot be had now."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from uuid import UUID

from agency.models import Model, Provider, Session
from agency.queries.effective_model import EffectiveModel, call_details, usable_models
from framework.core.ids import parse_uuid


def fallback_ids(session: Session) -> list[UUID]:
    """The models that the session's agent names for this, in its order."""
    agent = session.agent
    found = map(parse_uuid, agent.fallbacks if agent is not None else ())
    return [one for one in found if one is not None]


def standing_in(
    session: Session,
    chosen: EffectiveModel,
    *,
    failed: Collection[str],
    is_down: Callable[[Provider], bool],
) -> EffectiveModel:
    """The model to ask: the chosen one, unless it failed or is down and a fallback is not.

    No statement is sent as long as the chosen one will do.
    """
    wanted = fallback_ids(session)

    def is_out(model: Model) -> bool:
        return str(model.pk) in failed or is_down(model.provider)

    if not wanted or not is_out(chosen.model):
        return chosen
    row = _first(session, wanted, is_out)
    if row is None:
        return chosen
    return replace(call_details(row), source="fallback", fallback_of=chosen.model.model_id)


def _first(
    session: Session, wanted: Sequence[UUID], is_out: Callable[[Model], bool]
) -> Model | None:
    rows = usable_models(session.workspace_id).in_bulk(list(wanted))
    found = (rows[one] for one in wanted if one in rows)
    return next((row for row in found if not is_out(row)), None)
