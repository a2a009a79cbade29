"""Answers to open questions."""

from typing import Any
from uuid import UUID

from pydantic import model_validator

from agency.commands.idempotency import Answer
from agency.commands.interruption.answer_interruption import answer_interruption
from agency.commands.requests.body import Body
from agency.queries.inbox import shown_to


class Given(Body):
    """An answer: which fields count depends on what was asked."""

    decision: str | None = None
    input: dict[str, Any] | None = None
    reason: str | None = None
    remember: str | None = None
    answers: dict[str, Any] | None = None
    text: str | None = None
    message: str | None = None
    limit: int | float | str | None = None
    result: str | None = None

    @model_validator(mode="after")
    def _says_something(self) -> "Given":
        if not self.model_fields_set:
            raise ValueError("an answer must not be empty")
        if self.text is not None and self.message is not None and self.text != self.message:
            raise ValueError("`message` is another name of `text`; give one")
        return self

    def record(self) -> dict[str, Any]:
        """The answer in one spelling, without what was not given."""
        given = {name: value for name, value in self.given().items() if value is not None}
        if "message" in given:
            given["text"] = given.pop("message")
        return given


class AnswerBody(Given):
    """The answer itself, or the same in an envelope: `{"answer": …}`."""

    answer: Given | None = None

    @model_validator(mode="after")
    def _one_place(self) -> "AnswerBody":
        if self.answer is not None and self.model_fields_set != {"answer"}:
            raise ValueError("put every field into `answer`, or none")
        return self

    def record(self) -> dict[str, Any]:
        """The answer in one spelling."""
        return self.answer.record() if self.answer is not None else super().record()


def answer(user_id: int, interruption_id: UUID, body: AnswerBody) -> Answer:
    """The question with the answer that won."""
    row = answer_interruption(
        user_id=user_id, interruption_id=interruption_id, answer=body.record()
    )
    return Answer(200, shown_to(user_id, row))
