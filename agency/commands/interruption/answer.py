"""What counts as an answer, by kind; refused answers change nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from jsonschema import Draft202012Validator

from agency.loop.decide import ANSWERS
from agency.loop.state import InterruptionKind
from agency.models import Interruption
from agency.queries.records import money
from agency.tool.question import validate_answer
from framework.core.errors import Invalid
from framework.core.numbers import amount_of
from framework.core.text import strict_json, strict_text

MAX_INPUT_BYTES = 4 * 1024 * 1024
MAX_REASON = 4_000
MAX_RESULT = 200_000
REMEMBER = ("session", "agent", "workspace")


@dataclass(frozen=True, slots=True)
class Decision:
    """A checked answer: the word that decides, and the record that is kept and shown."""

    word: str
    record: dict[str, Any]


def checked(row: Interruption, answer: object) -> Decision:
    """The decision in a client's answer to this question; raises Invalid."""
    if not isinstance(answer, Mapping):
        raise Invalid.field("answer", "must be an object")
    kind = InterruptionKind(row.kind)
    if kind == InterruptionKind.QUESTION:
        return _question(row, answer)
    word = answer.get("decision")
    if word not in ANSWERS[kind]:
        raise Invalid.field("decision", f"must be one of {', '.join(ANSWERS[kind])}")
    record: dict[str, Any] = {"decision": word}
    if kind == InterruptionKind.APPROVAL:
        record |= _approval(row, answer, str(word))
    elif kind == InterruptionKind.RECONCILE and answer.get("result") is not None:
        record["result"] = strict_text(
            answer["result"], field="result", max_len=MAX_RESULT, blank=True
        )
    elif kind == InterruptionKind.LIMIT and word == "raise":
        record |= _limit(row, answer.get("limit"))
    return Decision(str(word), record)


def _question(row: Interruption, answer: Mapping[str, Any]) -> Decision:
    if answer.get("decision") == "decline":
        return Decision("decline", {"decision": "decline"} | _reason(answer))
    return Decision("answer", validate_answer(row.prompt, answer))


def _approval(row: Interruption, answer: Mapping[str, Any], word: str) -> dict[str, Any]:
    record = _reason(answer)
    if word == "deny":
        return record
    if answer.get("input") is not None:
        record["input"] = _input(row, answer["input"])
    remember = answer.get("remember")
    if remember is not None:
        if remember not in REMEMBER:
            raise Invalid.field("remember", f"must be one of {', '.join(REMEMBER)}")
        record["remember"] = remember
    return record


def _reason(answer: Mapping[str, Any]) -> dict[str, Any]:
    if not answer.get("reason"):
        return {}
    return {"reason": strict_text(answer["reason"], field="reason", max_len=MAX_REASON)}


def _input(row: Interruption, value: Any) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise Invalid.field("input", "must be an object")
    strict_json(value, field="input", max_bytes=MAX_INPUT_BYTES)
    validator = Draft202012Validator(row.prompt.get("schema") or {})
    errors: dict[str, list[str]] = {}
    for error in validator.iter_errors(value):
        place = ".".join(["input", *map(str, error.absolute_path)])
        errors.setdefault(place, []).append(error.message[:300])
    if errors:
        raise Invalid("The edited input does not fit the tool.", errors=errors)
    return dict(value)


def _limit(row: Interruption, value: Any) -> dict[str, Any]:
    """The new cap: what was given, else what was suggested; none where a price is unknown."""
    evidence = row.prompt.get("evidence", {})
    if evidence.get("reason") == "unpriced":
        return {}
    wanted = amount_of(evidence.get("suggested") if value is None else value)
    if wanted is None:
        if value is None:
            return {}
        raise Invalid.field("limit", "must be a positive number")
    least = amount_of(evidence.get("least"))
    if least is not None and wanted < least:
        raise Invalid.field("limit", f"must be at least {money(least)} for the run to go on")
    return {"limit": money(wanted)}
