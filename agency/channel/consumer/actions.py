"""What a client frame does: one table, and the same requests that REST reads."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from pydantic import model_validator

from agency.commands.idempotency import Answer, Once, answer_once
from agency.commands.requests import branch, copying, interruption, queue, session
from agency.commands.requests.body import Body, Id, is_own_key, is_safe_again, read
from agency.queries.credentials import Caller
from framework.core.errors import Invalid, NotFound
from framework.socket.frames import Frame


class OfSession(Body):
    """Data that names a session; `thread_id` is another name of `session_id`."""

    session_id: Id

    @model_validator(mode="before")
    @classmethod
    def _one_name(cls, data: Any) -> Any:
        return with_session_id(data)


class MessageFrame(session.SendBody):
    """`{"message": "hello", …}`; without a session it goes to the standing conversation."""

    message: str
    session_id: Id | None = None

    @model_validator(mode="before")
    @classmethod
    def _one_name(cls, data: Any) -> Any:
        if isinstance(data, dict) and "text" in data:
            raise ValueError("the text of a message frame is `message`")
        return with_session_id(data)

    def send_body(self) -> session.SendBody:
        """The same as REST's body."""
        fields = {name: getattr(self, name) for name in self.model_fields_set}
        fields.pop("session_id", None)
        fields["text"] = fields.pop("message")
        return session.SendBody(**fields)


class InterruptionFrame(Body):
    """`{"interruption": {"id", "answer": {…}}}`."""

    id: Id
    answer: interruption.Given


class EditFrame(OfSession, session.EditBody):
    """The new words of a message."""

    message_id: Id


class TurnFrame(OfSession):
    """A message of a session."""

    message_id: Id


class BranchFrame(OfSession):
    """A branch of a session."""

    branch_id: Id


class ForkFrame(TurnFrame, branch.ForkBody):
    """From which message to fork, and whether to go on from there."""


class NameFrame(BranchFrame, branch.BranchBody):
    """A branch's new name."""


class QueuedFrame(OfSession):
    """A message that waits, under its id."""

    message_id: Id


class EditQueuedFrame(QueuedFrame, queue.QueuedBody):
    """What changes of a message that waits."""


class DuplicateFrame(OfSession, copying.DuplicateBody):
    """Up to which message to copy the session, and under which name."""


Act = Callable[[Caller, Any, Once | None], Answer]


@dataclass(frozen=True)
class Action:
    """How one kind of frame is read and which request it makes."""

    body: type[Body]
    act: Act
    scope: str = "write"
    atomic: bool = False


def _message(caller: Caller, body: MessageFrame, once: Once | None) -> Answer:
    return session.send(caller.user_id, body.session_id, body.send_body(), once)


def _interruption(caller: Caller, body: InterruptionFrame, once: Once | None) -> Answer:
    given = interruption.AnswerBody(answer=body.answer)
    return interruption.answer(caller.user_id, body.id, given)


def _stop(caller: Caller, body: OfSession, once: Once | None) -> Answer:
    return session.stop(caller.user_id, body.session_id)


def _edit(caller: Caller, body: EditFrame, once: Once | None) -> Answer:
    return session.edit(caller.user_id, body.session_id, body.message_id, body, once)


def _regenerate(caller: Caller, body: TurnFrame, once: Once | None) -> Answer:
    return session.again(caller.user_id, body.session_id, body.message_id)


def _switch(caller: Caller, body: BranchFrame, once: Once | None) -> Answer:
    return branch.switch(caller.user_id, body.session_id, body.branch_id)


def _fork(caller: Caller, body: ForkFrame, once: Once | None) -> Answer:
    return branch.fork(caller.user_id, body.session_id, body.message_id, body, once)


def _rename_branch(caller: Caller, body: NameFrame, once: Once | None) -> Answer:
    return branch.change_branch(caller.user_id, body.session_id, body.branch_id, body)


def _delete_branch(caller: Caller, body: BranchFrame, once: Once | None) -> Answer:
    return branch.drop_branch(caller.user_id, body.session_id, body.branch_id)


def _duplicate(caller: Caller, body: DuplicateFrame, once: Once | None) -> Answer:
    return copying.duplicate(caller.user_id, body.session_id, body, once)


def _edit_queued(caller: Caller, body: EditQueuedFrame, once: Once | None) -> Answer:
    return queue.change_queued(caller.user_id, body.session_id, body.message_id, body)


def _withdraw_queued(caller: Caller, body: QueuedFrame, once: Once | None) -> Answer:
    return queue.withdraw(caller.user_id, body.session_id, body.message_id)


def _resume_queue(caller: Caller, body: OfSession, once: Once | None) -> Answer:
    return queue.release_queue(caller.user_id, body.session_id)


ACTIONS: dict[str, Action] = {
    "message": Action(MessageFrame, _message),
    "interruption": Action(InterruptionFrame, _interruption, scope="answer", atomic=True),
    "stop": Action(OfSession, _stop),
    "edit": Action(EditFrame, _edit),
    "regenerate": Action(TurnFrame, _regenerate),
    "switch_branch": Action(BranchFrame, _switch, atomic=True),
    "fork": Action(ForkFrame, _fork),
    "duplicate": Action(DuplicateFrame, _duplicate, atomic=True),
    "rename_branch": Action(NameFrame, _rename_branch, atomic=True),
    "delete_branch": Action(BranchFrame, _delete_branch, atomic=True),
    "edit_queued": Action(EditQueuedFrame, _edit_queued),
    "withdraw_queued": Action(QueuedFrame, _withdraw_queued, atomic=True),
    "resume_queue": Action(OfSession, _resume_queue, atomic=True),
}


def asked(frame: Frame) -> tuple[str, Any]:
    """The name of the action that a frame asks for, and its data; raises Invalid."""
    rest = {name: value for name, value in frame.items() if name != "ref"}
    if "message" in rest and "action" not in rest:
        return "message", rest
    if set(rest) == {"interruption"}:
        return "interruption", rest["interruption"]
    if "action" in rest and set(rest) <= {"action", "data"}:
        return clicked(rest) if rest["action"] == "click" else (_word(rest["action"]), _data(rest))
    raise Invalid("this frame is none that the server knows")


def clicked(frame: Frame) -> tuple[str, Any]:
    """A button names an action of the table and carries its data; raises NotFound."""
    data = _data(frame)
    if not isinstance(data, dict) or not {"id"} <= set(data) <= {"id", "kwargs"}:
        raise Invalid("a click carries `id`, and `kwargs` if need be")
    name = data["id"]
    if not isinstance(name, str) or name not in ACTIONS:
        raise NotFound("There is no such button.")
    return name, data.get("kwargs", {})


def perform(caller: Caller, name: str, data: Any, ref: str | int | None) -> tuple[Any, Answer]:
    """Read the data, make the request once for this `ref`, and return both sides."""
    action = ACTIONS.get(name)
    if action is None:
        raise Invalid.field("action", "is none that the server knows")
    caller.require(action.scope)
    body = read(action.body, data)
    once = once_of(caller, name, data, ref)
    answer = answer_once(
        None if is_own_key(body, ref) else once,
        lambda: action.act(caller, body, once),
        atomic=action.atomic,
        waits=not is_safe_again(body),
    )
    return body, answer


def once_of(caller: Caller, name: str, data: Any, ref: str | int | None) -> Once | None:
    """The memory that a `ref` asks for."""
    if ref is None:
        return None
    text = json.dumps([name, data], sort_keys=True).encode("utf-8", "surrogatepass")
    digest = hashlib.sha256(text).digest()
    return Once.named(caller.user_id, str(ref)[:180], digest, door="ref")


def session_of(body: Any, answer: Answer) -> UUID | None:
    """The session that an action was about, if its text should be followed."""
    named: UUID | None = getattr(body, "session_id", None)
    if named is not None or not isinstance(answer.body, dict):
        return named
    for part in ("message", "queued"):
        if answer.body.get(part):
            return UUID(answer.body[part]["session_id"])
    return None


def with_session_id(data: Any) -> Any:
    """The data with `thread_id` under its other name."""
    if not isinstance(data, dict) or "thread_id" not in data:
        return data
    if data.get("session_id", data["thread_id"]) != data["thread_id"]:
        raise ValueError("`thread_id` is another name of `session_id`; give one")
    renamed = {name: value for name, value in data.items() if name != "thread_id"}
    return renamed | {"session_id": data["thread_id"]}


def _word(value: Any) -> str:
    if not isinstance(value, str):
        raise Invalid.field("action", "must be text")
    return value


def _data(frame: Frame) -> Any:
    return frame.get("data", {})
