"""The tools of a session's next turn, and what the model's calls of them become."""

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

from langchain_core.messages import AIMessage

from agency.commands.run.commit_turn import ProposedCall
from agency.models import Session
from agency.policy import ToolFacts, decide
from agency.queries.policy_rules import policy_rules
from agency.tool import ToolSpec
from agency.tool.execute import validate_args
from agency.tool.registry import all_specs
from agency.tool.spec import InvalidArguments

MALFORMED = (
    "The arguments of this call were not complete JSON, so it was not run. If the answer was cut "
    "at its length limit, send less in one call."
)


def tools_of(session: Session) -> dict[str, ToolSpec]:
    """What the mode and the agent offer and no rule forbids outright, by name."""
    lists = [
        names
        for names in (
            session.mode.tools if session.mode else None,
            session.agent.tools if session.agent else None,
        )
        if names is not None
    ]
    rules = policy_rules(session)
    return {
        name: spec
        for name, spec in sorted(all_specs().items())
        if all(_listed(name, names) for names in lists)
        and decide([rule for rule in rules if rule.argument is None], spec.facts, {}).outcome
        != "deny"
    }


def _listed(name: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def proposals(message: AIMessage, tools: Mapping[str, ToolSpec]) -> list[ProposedCall]:
    """The calls of a turn in their order, each checked as far as can be without the database."""
    malformed = set(message.additional_kwargs.get("malformed_calls", ()))
    return [
        _proposal(str(call["id"]), call["name"], call["args"], tools, call["id"] in malformed)
        for call in message.tool_calls
    ]


def _proposal(
    call_id: str, name: str, args: dict[str, Any], tools: Mapping[str, ToolSpec], malformed: bool
) -> ProposedCall:
    spec = tools.get(name)
    if spec is None:
        known = ", ".join(tools) or "none"
        refusal = f"There is no tool named {name} here. The tools are: {known}."
        return ProposedCall(call_id, args, ToolFacts.unknown(name), refusal=refusal)
    refusal = MALFORMED if malformed else ""
    if not refusal:
        try:
            args = validate_args(spec, args)
        except InvalidArguments as error:
            refusal = str(error)
    return ProposedCall(
        call_id,
        args,
        spec.facts,
        effect=spec.effect,
        parallel=spec.parallel,
        schema=spec.input_schema,
        refusal=refusal,
    )


def with_own_ids(message: AIMessage) -> AIMessage:
    """The message with every call under an id of its own; providers have been seen to repeat."""
    ids = [str(call["id"] or "") for call in message.tool_calls]
    if "" not in ids and len(set(ids)) == len(ids):
        return message
    fresh = [f"{call_id or 'call'}_{place}" for place, call_id in enumerate(ids)]
    calls = [{**call, "id": new} for call, new in zip(message.tool_calls, fresh, strict=True)]
    left = iter(fresh)
    content: Any = message.content
    if not isinstance(content, str):
        content = [
            {**block, "id": next(left)}
            if isinstance(block, dict) and block.get("type") == "tool_use"
            else block
            for block in content
        ]
    return message.model_copy(update={"tool_calls": calls, "content": content})
