"""Which model does the small jobs of a session."""

from dataclasses import replace

from agency.llm.catalogue import TITLE_MODELS
from agency.models import Model, Session
from agency.queries.effective_model import EffectiveModel, effective_model


def small_model(session: Session) -> EffectiveModel:
    """The cheap model of the provider that the session uses, else its own; raises NoModel."""
    chosen = effective_model(session)
    cheap = TITLE_MODELS.get(chosen.kind)
    if cheap is None or cheap == chosen.model.model_id:
        return chosen
    rows = Model.objects.filter(provider=chosen.provider, model_id=cheap, enabled=True)
    model = rows.first()
    return chosen if model is None else replace(chosen, model=model)
