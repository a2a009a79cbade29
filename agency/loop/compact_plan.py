"""Decide what of a path is summarised, and build the request for the summary; writes nothing."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from langchain_core.messages import BaseMessage, HumanMessage

from agency.commands.compaction.open_compaction import CompactionFacts
from agency.limits.gate import is_gated
from agency.llm.port import ModelRequest
from agency.llm.tokens import estimate_message, estimate_text
from agency.loop.fill import Fill
from agency.loop.history import Working
from agency.loop.price import amounts_of, call_facts_of
from agency.models import Compaction, Run
from agency.prompt.compaction import COMPACTION_REQUEST, COMPACTION_SYSTEM, split_for_compaction
from agency.prompt.transcript import transcript
from agency.queries.effective_model import EffectiveModel

AUTOMATIC_TRIES = 2
TRIES = 3
SUMMARY_TOKENS = 8_000
SPARE_TOKENS = 2_000
KEEP_SHARE = 5
LEAST_GAIN = 10
"""Percent of the tokens that a summary made unasked must be expected to save."""

CHARACTERS = 3
"""Of a token: fewer than most texts have, so that an estimate errs on the safe side."""


@dataclass(frozen=True, repr=False)
class Plan:
    """One summary, ready to be asked for."""

    facts: CompactionFacts
    model: EffectiveModel
    request: ModelRequest
    fill: Fill
    rest_tokens: int
    head_depth: int
    attempt: int
    attempts: int

    def context(self, summary: str) -> dict[str, Any]:
        """How full the window is with the summary."""
        tokens = self.rest_tokens + estimate_text(summary)
        return self.fill.context(tokens) | {"depth": self.head_depth}


@dataclass(frozen=True, repr=False)
class Situation:
    """What a plan is made from."""

    run: Run
    model: EffectiveModel
    working: Working
    fill: Fill
    attempts: int


def plan_for(situation: Situation, reason: str) -> Plan | None:
    """The summary to be made for this reason; None when it may not be tried, or gains nothing."""
    run, working, fill = situation.run, situation.working, situation.fill
    tries = _tries(run.id, run.step)
    if not _may_try(reason, tries):
        return None
    sizes = [estimate_message(message) for message in working.messages]
    cut = split_for_compaction(
        working.messages,
        keep_tokens=_keep(reason, fill, sum(sizes)),
        estimate=estimate_message,
    )
    if not cut:
        return None
    saved, summary = sum(sizes[:cut]), min(SUMMARY_TOKENS // 4, sum(sizes[:cut]))
    if reason == "automatic" and (saved - summary) * 100 < fill.tokens * LEAST_GAIN:
        return None
    return _plan(situation, reason, cut, saved, halved=sum(map(_was_too_long, tries)))


def has_tried(run_id: UUID) -> bool:
    """Whether the run has tried to summarise at all."""
    return Compaction.objects.filter(run_id=run_id).exists()


def _tries(run_id: UUID, step: int) -> list[Compaction]:
    return list(Compaction.objects.filter(run_id=run_id, step=step))


def _may_try(reason: str, tries: Sequence[Compaction]) -> bool:
    """What is made unasked is tried less; after an overflow one summary must be enough."""
    if reason == "automatic":
        return len(tries) < AUTOMATIC_TRIES
    same = [row for row in tries if row.reason == reason]
    return sum(map(_was_too_long, same)) < TRIES and all(row.state != "done" for row in same)


def _was_too_long(row: Compaction) -> bool:
    return (row.error or {}).get("code") == "model_overflow"


def _keep(reason: str, fill: Fill, total: int) -> int:
    """Tokens that stay as they are; fewer after an overflow, when counts have proved too low."""
    share = KEEP_SHARE if reason != "overflow" else KEEP_SHARE * 2
    return min(fill.threshold // share, total // 4)


def _plan(situation: Situation, reason: str, cut: int, saved: int, *, halved: int) -> Plan:
    run, model, working, fill = (
        situation.run, situation.model, situation.working, situation.fill,
    )  # fmt: skip
    kept = sum(estimate_message(message) for message in working.messages[cut:])
    request = _request(run, model, working, working.messages[:cut], halved=halved)
    return Plan(
        facts=CompactionFacts(
            depth=working.summed + cut,
            reason=reason,
            tokens_before=fill.tokens,
            call=call_facts_of(model.model, request),
            amounts=amounts_of(model.model, request),
            gated=is_gated(model.provider),
        ),
        model=model,
        request=request,
        fill=fill,
        rest_tokens=max(fill.tokens - saved - estimate_text(working.summary), kept),
        head_depth=working.summed + len(working.messages),
        attempt=run.attempt,
        attempts=situation.attempts,
    )


def _request(
    run: Run,
    model: EffectiveModel,
    working: Working,
    older: Sequence[BaseMessage],
    *,
    halved: int,
) -> ModelRequest:
    """The conversation as text, in half the room after each try that failed."""
    answer = min(SUMMARY_TOKENS, model.model.max_output, model.model.window // 4)
    room = max(model.model.window - answer - SPARE_TOKENS, model.model.window // 4)
    text = transcript(older, room=room * CHARACTERS // 2**halved, earlier=working.summary)
    return ModelRequest(
        model=model.model.model_id,
        system=COMPACTION_SYSTEM,
        messages=[HumanMessage(f"{text}\n\n{COMPACTION_REQUEST}")],
        max_tokens=answer,
        thinking=0,
        metadata={
            "purpose": "compaction",
            "user_id": str(run.session.owner_id),
            "run_id": str(run.id),
        },
    )
