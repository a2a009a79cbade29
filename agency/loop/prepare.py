"""Build the request for a run's next turn from the rows, without writing any."""

import base64
import hashlib
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from langchain_core.messages import BaseMessage

from agency.commands.run.lease import Lease
from agency.commands.run.open_turn import TurnFacts
from agency.files import read_bytes
from agency.llm.clients import COUNTING_KINDS
from agency.llm.port import ModelRequest, ToolSchema
from agency.loop.history import history
from agency.loop.price import amounts_of, call_facts_of
from agency.loop.toolbox import tools_of
from agency.models import Attachment, Model, Run, Session
from agency.prompt.content import attachment_ids, with_pictures
from agency.prompt.repair import repaired
from agency.prompt.system import PromptParts, compose_system_prompt
from agency.queries.effective_model import EffectiveModel, effective_model
from agency.tool import ToolSpec

log = logging.getLogger(__name__)

THINKING = {"off": 0, "low": 4_096, "medium": 16_384, "high": 32_768}
ATTEMPTS = 3


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


def prepare_turn(lease: Lease) -> Prepared:
    """Read what the model is to be sent; raises NoModel. The fence keeps the path as it is."""
    run = _run(lease.run_id)
    session = run.session
    chosen = effective_model(session)
    tools = tools_of(session)
    request = _request(run, session, chosen.model, tools)
    agent = session.agent
    limit = agent.limits.get("attempts") if agent else None
    return Prepared(
        session_id=session.id,
        step=run.step,
        facts=_facts(run, chosen, request),
        request=request,
        model=chosen,
        tools=tools,
        attempt=run.attempt,
        attempts=limit if isinstance(limit, int) and limit > 0 else ATTEMPTS,
    )


def turn_id(run_id: UUID, step: int) -> UUID:
    """The id of a step's message: the same at every attempt, on every worker.

    It has the shape of the ids made here (version 7) and the time of its run.
    """
    digest = hashlib.sha256(f"{run_id}/{step}".encode()).digest()
    random = int.from_bytes(digest[:8], "big") >> 2
    stamp = run_id.int >> 80
    return UUID(int=(stamp << 80) | (7 << 76) | ((step & 0xFFF) << 64) | (2 << 62) | random)


def _run(run_id: UUID) -> Run:
    with_them = ("session__agent", "session__workspace", "session__mode", "branch")
    rows = Run.objects.select_related(*with_them)
    return rows.get(pk=run_id)


def _request(
    run: Run, session: Session, model: Model, tools: Mapping[str, ToolSpec]
) -> ModelRequest:
    messages, problems = repaired(history(run.branch))
    if problems:
        log.error("the history of run %s had to be repaired: %s", run.id, problems)
    return ModelRequest(
        model=model.model_id,
        system=compose_system_prompt(_parts(session)),
        messages=with_pictures(messages, _pictures(session, messages)),
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
        facts = replace(facts, amounts=amounts, estimated=False)
    return replace(prepared, facts=facts)


def _facts(run: Run, chosen: EffectiveModel, request: ModelRequest) -> TurnFacts:
    model = chosen.model
    return TurnFacts(
        message_id=turn_id(run.id, run.step),
        call=call_facts_of(model, request),
        amounts=amounts_of(model, request),
        counted=chosen.kind not in COUNTING_KINDS,
        estimated=True,
    )
