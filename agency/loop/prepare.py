"""Build the request for a run's next turn from the rows, without writing any."""

import base64
import hashlib
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from langchain_core.messages import BaseMessage, HumanMessage

from agency.commands.run.lease import Lease
from agency.commands.run.open_turn import TurnFacts
from agency.files import read_bytes
from agency.limits.gate import is_down, is_gated
from agency.llm.clients import COUNTING_KINDS
from agency.llm.port import ModelRequest, ToolSchema
from agency.llm.tokens import estimate_message, estimate_request
from agency.loop.compact_plan import Plan, Situation, plan_for
from agency.loop.fill import Fill, fill_of
from agency.loop.history import Working, working_history
from agency.loop.price import amounts_of, call_facts_of, charge_of
from agency.loop.toolbox import tools_of
from agency.models import Attachment, Model, Run, Session
from agency.prompt.pictures import attachment_ids, with_pictures
from agency.prompt.repair import repaired
from agency.prompt.system import PromptParts, compose_system_prompt
from agency.queries.effective_model import EffectiveModel, effective_model
from agency.queries.fallbacks import fallback_ids, standing_in
from agency.tool import ToolSpec
from framework.db.compiled import Compiled, Given

log = logging.getLogger(__name__)

THINKING = {"off": 0, "low": 4_096, "medium": 16_384, "high": 32_768}
ATTEMPTS = 3

_RUN = Compiled(
    lambda: Run.objects.select_related(
        "session__agent", "session__workspace", "session__mode", "branch"
    ).filter(pk=Given("run"))
)


@dataclass(frozen=True, repr=False)
class Prepared:
    """One turn, ready to be asked for."""

    session_id: UUID
    step: int
    facts: TurnFacts
    request: ModelRequest
    model: EffectiveModel
    tools: Mapping[str, ToolSpec]
    attempt: int
    attempts: int
    fill: Fill
    failed: Sequence[str] = ()
    """The models that failed in this step, by their ids."""

    has_fallback: bool = False
    """Whether another model could be asked, should this one fail."""

    plan: Plan | None = None
    """What to summarise first, when the request would take too much of the window."""


def prepare_turn(lease: Lease) -> Prepared:
    """Read what the model is to be sent; raises NoModel. The fence keeps the path as it is."""
    read = _read(lease.run_id)
    run = read.run
    plan = plan_for(read.situation(), "automatic") if read.fill.is_over else None
    return Prepared(
        session_id=run.session_id,
        step=run.step,
        facts=_facts(read),
        request=read.request,
        model=read.model,
        tools=read.tools,
        attempt=run.attempt,
        attempts=_attempts(run),
        fill=read.fill,
        failed=_failed(run),
        has_fallback=_has_fallback(run, read.model),
        plan=plan,
    )


def plan_again(lease: Lease, reason: str) -> Plan | None:
    """The summary to be made for a reason other than a full window; raises NoModel."""
    return plan_for(_read(lease.run_id).situation(), reason)


@dataclass(frozen=True, repr=False)
class _Read:
    """The rows of a turn, and the request that they make."""

    run: Run
    model: EffectiveModel
    tools: Mapping[str, ToolSpec]
    working: Working
    request: ModelRequest
    estimate: int
    fill: Fill

    def situation(self) -> Situation:
        return Situation(self.run, self.model, self.working, self.fill, _attempts(self.run))


def _read(run_id: UUID) -> _Read:
    run = _run(run_id)
    chosen = standing_in(
        run.session, effective_model(run.session), failed=_failed(run), is_down=is_down
    )
    tools = tools_of(run.session)
    working = working_history(run.branch)
    messages, tokens = _messages(run, working)
    request = _request(run, chosen.model, tools, messages)
    estimate = estimate_request(request, tokens)
    fill = fill_of(run.branch, chosen.model, working, estimate)
    return _Read(run, chosen, tools, working, request, estimate, fill)


def _failed(run: Run) -> list[str]:
    """The models that failed in this step."""
    return list((run.error or {}).get("failed_models", ())) if run.attempt else []


def _has_fallback(run: Run, model: EffectiveModel) -> bool:
    wanted = fallback_ids(run.session)
    out = {*_failed(run), str(model.model.pk)}
    # Each may fail once: one that cannot be used must not be hoped for without end.
    return run.attempt < len(wanted) and any(str(one) not in out for one in wanted)


def _attempts(run: Run) -> int:
    agent = run.session.agent
    limit = agent.limits.get("attempts") if agent else None
    return limit if isinstance(limit, int) and limit > 0 else ATTEMPTS


def turn_id(run_id: UUID, step: int) -> UUID:
    """The id of a step's message: the same at every attempt, on every worker.

    It has the shape of the ids made here (version 7) and the time of its run.
    """
    digest = hashlib.sha256(f"{run_id}/{step}".encode()).digest()
    random = int.from_bytes(digest[:8], "big") >> 2
    stamp = run_id.int >> 80
    return UUID(int=(stamp << 80) | (7 << 76) | ((step & 0xFFF) << 64) | (2 << 62) | random)


def _run(run_id: UUID) -> Run:
    run = _RUN.first(run=run_id)
    if run is None:
        raise Run.DoesNotExist
    return run


def _messages(run: Run, working: Working) -> tuple[list[BaseMessage], int | None]:
    """What is sent of the path; its tokens too, where nothing had to be put in place."""
    messages, rest = working.whole(), working.rest
    if not (rest.is_sound and messages and isinstance(messages[0], HumanMessage)):
        messages, problems = repaired(messages)
        if problems:
            log.error("the history of run %s had to be repaired: %s", run.id, problems)
            return _shown(run.session, messages), None
    if rest.pictures:
        return _shown(run.session, messages), None
    added = messages[: len(messages) - len(rest.spoken)]
    return messages, rest.tokens + sum(map(estimate_message, added))


def _shown(session: Session, messages: Sequence[BaseMessage]) -> list[BaseMessage]:
    return with_pictures(messages, _pictures(session, messages))


def _request(
    run: Run, model: Model, tools: Mapping[str, ToolSpec], messages: Sequence[BaseMessage]
) -> ModelRequest:
    session = run.session
    return ModelRequest(
        model=model.model_id,
        system=compose_system_prompt(_parts(session)),
        messages=messages,
        tools=[ToolSchema(one.name, one.description, one.input_schema) for one in tools.values()],
        max_tokens=model.max_output,
        thinking=THINKING.get(session.overrides.get("thinking", "")),
        metadata={"purpose": "turn", "user_id": str(session.owner_id), "run_id": str(run.id)},
    )


def _parts(session: Session) -> PromptParts:
    return PromptParts(
        workspace=session.workspace.system_prompt,
        mode=session.mode.prompt if session.mode else "",
        agent=session.agent.system_prompt if session.agent else "",
        session=str(session.overrides.get("system_prompt") or ""),
    )


def _pictures(
    session: Session, messages: Sequence[BaseMessage]
) -> Callable[[str], tuple[str, str] | None]:
    wanted = attachment_ids(messages)
    rows = Attachment.objects.filter(id__in=wanted) if wanted else []
    stored = {str(row.id): row for row in rows if row.session_id in (None, session.id)}

    def load(identity: str) -> tuple[str, str] | None:
        row = stored.get(identity)
        try:
            data = read_bytes(row.path) if row is not None else None
        except FileNotFoundError:
            data = None
        if row is None or data is None:
            return None
        return row.media_type, base64.b64encode(data).decode()

    return load


def counted(prepared: Prepared, tokens: int | None) -> Prepared:
    """The same turn with its input counted by the provider, or None: it would not."""
    facts = replace(prepared.facts, counted=True)
    if tokens is not None:
        amounts = amounts_of(prepared.model.model, prepared.request, tokens)
        call = replace(facts.call, charge=charge_of(prepared.request, tokens))
        facts = replace(facts, call=call, amounts=amounts, estimated=False)
    return replace(prepared, facts=facts)


def _facts(read: _Read) -> TurnFacts:
    model = read.model.model
    call = call_facts_of(model, read.request, read.estimate)
    return TurnFacts(
        message_id=turn_id(read.run.id, read.run.step),
        call=replace(call, fallback_of=read.model.fallback_of),
        amounts=amounts_of(model, read.request, read.estimate),
        counted=read.model.kind not in COUNTING_KINDS,
        estimated=True,
        gated=is_gated(read.model.provider),
    )
