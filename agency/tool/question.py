"""Questions to people: what is shown, what counts as an answer, what the model reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from framework.core.errors import Invalid
from framework.core.text import is_storable

MAX_TEXT = 20_000
MAX_TITLE = 120


class InvalidAnswer(Invalid):
    """The answer does not fit the question."""

    code = "invalid"


def question_prompt(spec_name: str, args: Mapping[str, Any]) -> dict[str, Any]:
    """What a person is shown for a call of a question tool: `{title, text, questions}`.

    Each question is `{id, text, header, options: [{label, description}], multi}` with an id
    that is unique in the prompt. The arguments are those that the tool's own check let through.
    """
    asked = args.get("questions") if spec_name == "AskUserQuestion" else [args]
    questions: list[dict[str, Any]] = []
    for raw in asked or []:
        questions.append(_question(raw, {question["id"] for question in questions}))
    title = questions[0]["header"] or questions[0]["text"] if questions else "Question"
    return {
        "title": title if len(title) <= MAX_TITLE else f"{title[: MAX_TITLE - 1]}…",
        "text": "\n\n".join(question["text"] for question in questions),
        "questions": questions,
    }


def validate_answer(prompt: Mapping[str, Any], answer: Any) -> dict[str, Any]:
    """The answer in its plainest form: `{"answers": {id: {options, text}}}` or `{"text"}`.

    Raises InvalidAnswer, whose `errors` name each question at fault. `message` is another name
    of `text`; other keys are ignored.
    """
    if not isinstance(answer, Mapping):
        raise InvalidAnswer("The answer must be an object.", errors={"answer": ["not an object"]})
    if answer.get("answers") is None:
        value = answer.get("text", answer.get("message"))
        text, problem = _text(value)
        if problem or not text:
            raise InvalidAnswer(errors={"text": [problem or "an answer is needed"]})
        return {"text": text}
    return {"answers": _answers(prompt, answer["answers"])}


def answer_text(prompt: Mapping[str, Any], answer: Mapping[str, Any]) -> str:
    """The tool result that an answer becomes; a single question is not repeated."""
    answers = answer.get("answers")
    if not answers:
        return str(answer.get("text") or answer.get("message") or "")
    questions = prompt["questions"]
    told = [
        (question["text"], _answer_line(answers[question["id"]]))
        for question in questions
        if question["id"] in answers
    ]
    if len(questions) == 1:
        return told[0][1] if told else ""
    return "\n\n".join(f"Question: {text}\nAnswer: {line}" for text, line in told)


def _question(raw: Mapping[str, Any], taken: set[str]) -> dict[str, Any]:
    wanted = str(raw.get("id") or f"q{len(taken) + 1}")
    unique, at = wanted, 2
    while unique in taken:
        unique, at = f"{wanted}-{at}", at + 1
    return {
        "id": unique,
        "text": str(raw.get("question") or raw.get("text") or ""),
        "header": str(raw.get("header") or ""),
        "options": _options(raw.get("options") or []),
        "multi": bool(raw.get("multi")),
    }


def _options(raw: Sequence[Any]) -> list[dict[str, str]]:
    """Options with distinct labels; of two alike the first stays."""
    options: dict[str, dict[str, str]] = {}
    for one in raw:
        option = one if isinstance(one, Mapping) else {"label": one}
        label = str(option.get("label") or "").strip()
        if label:
            description = str(option.get("description") or "")
            options.setdefault(label, {"label": label, "description": description})
    return list(options.values())


def _answers(prompt: Mapping[str, Any], given: Any) -> dict[str, Any]:
    if not isinstance(given, Mapping):
        raise InvalidAnswer(errors={"answers": ["not an object of question ids"]})
    questions = {question["id"]: question for question in prompt["questions"]}
    errors: dict[str, list[str]] = {
        str(unknown): ["there is no such question"] for unknown in given if unknown not in questions
    }
    clean = {}
    for identity, question in questions.items():
        clean[identity], problems = _one_answer(question, given.get(identity))
        if problems:
            errors[identity] = problems
    if errors:
        raise InvalidAnswer(errors=errors)
    return clean


def _one_answer(question: Mapping[str, Any], given: Any) -> tuple[dict[str, Any], list[str]]:
    if given is None:
        return {}, ["an answer is needed"]
    if not isinstance(given, Mapping):
        return {}, ["not an object with options or text"]
    chosen, problems = _chosen(question, given.get("options"))
    text, problem = _text(given.get("text"))
    if problem:
        problems.append(problem)
    if not problems and not chosen and not text:
        problems.append("an answer is needed")
    return {"options": chosen, "text": text}, problems


def _chosen(question: Mapping[str, Any], given: Any) -> tuple[list[str], list[str]]:
    if given is None:
        return [], []
    if not isinstance(given, list) or not all(isinstance(label, str) for label in given):
        return [], ["options must be a list of labels"]
    known = [option["label"] for option in question["options"]]
    problems = [f"{label!r} is not one of the options" for label in given if label not in known]
    chosen = [label for label in known if label in given]
    if len(chosen) > 1 and not question["multi"]:
        problems.append("only one option may be chosen")
    return chosen, problems


def _text(value: Any) -> tuple[str, str | None]:
    if value is None:
        return "", None
    if not isinstance(value, str):
        return "", "must be text"
    if not is_storable(value):
        return "", "contains a NUL character or a lone surrogate"
    if len(value) > MAX_TEXT:
        return "", f"at most {MAX_TEXT} characters"
    return value.strip(), None


def _answer_line(answer: Mapping[str, Any]) -> str:
    parts = [", ".join(answer.get("options") or []), str(answer.get("text") or "")]
    return ". ".join(part for part in parts if part)
