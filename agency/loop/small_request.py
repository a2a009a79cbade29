"""Build the request of a small job from the rows, without writing any."""

from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from langchain_core.messages import HumanMessage

from agency.commands.run.ledger import CallFacts
from agency.llm.port import ModelRequest
from agency.loop.price import amounts_of, call_facts_of
from agency.models import Session, SmallJob, ToolGroup
from agency.prompt.group_meta import GROUP_SYSTEM, group_prompt
from agency.prompt.titles import TITLE_SYSTEM, title_prompt
from agency.queries.effective_model import EffectiveModel
from agency.queries.small_jobs import first_words, group_calls
from agency.queries.small_model import small_model

TITLE_TOKENS = 200
GROUP_TOKENS = 1_500


@dataclass(frozen=True, repr=False)
class SmallRequest:
    """One small job, ready to be asked for."""

    job_id: UUID
    purpose: str
    model: EffectiveModel
    request: ModelRequest
    facts: CallFacts
    amounts: dict[str, Decimal]


def small_request(job_id: UUID) -> SmallRequest | None:
    """What the job asks its model; None when there is nothing to ask. Raises NoModel."""
    rows = SmallJob.objects.select_related("session__agent", "session__workspace")
    job = rows.filter(pk=job_id).first()
    if job is None or (words := _words(job)) is None:
        return None
    system, text, tokens = words
    session: Session = job.session
    model = small_model(session)
    purpose = "title" if job.kind == "title" else "group_meta"
    request = ModelRequest(
        model=model.model.model_id,
        system=system,
        messages=[HumanMessage(text)],
        max_tokens=min(tokens, model.model.max_output),
        thinking=0,
        metadata={"purpose": purpose, "user_id": str(session.owner_id)},
    )
    return SmallRequest(
        job_id=job.id,
        purpose=purpose,
        model=model,
        request=request,
        facts=call_facts_of(model.model, request),
        amounts=amounts_of(model.model, request),
    )


def _words(job: SmallJob) -> tuple[str, str, int] | None:
    """The system prompt, the request and the room for the answer; None when it is needless."""
    if job.kind == "title":
        text = first_words(job.session_id).strip()
        is_wanted = text and job.session.name_source == "auto"
        return (TITLE_SYSTEM, title_prompt(text), TITLE_TOKENS) if is_wanted else None
    is_refined = ToolGroup.objects.filter(message=job.subject, refined=True).exists()
    calls = group_calls(job.subject)
    if not calls or (is_refined and job.kind == "group_meta"):
        return None
    return GROUP_SYSTEM, group_prompt(calls), GROUP_TOKENS
