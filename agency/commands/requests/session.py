"""Requests about sessions and their messages."""

from typing import Annotated, Any, ClassVar
from uuid import UUID

from pydantic import Field, model_validator

from agency.commands.idempotency import Answer, Once, minted
from agency.commands.requests.body import Body, Id, Minted, Versioned, read
from agency.commands.session._body import MessageBody, Picture
from agency.commands.session.close_session import close_session
from agency.commands.session.delete_session import delete_session
from agency.commands.session.edit_message import edit_message
from agency.commands.session.launch_session import Launch, launch_session
from agency.commands.session.open_standing import open_standing
from agency.commands.session.regenerate import regenerate
from agency.commands.session.resume_session import resume_session
from agency.commands.session.send_message import Sent, send_message
from agency.commands.session.stop_session import stop_session
from agency.commands.session.update_session import update_session
from agency.queries import records
from agency.queries.default_agent import default_agent

Images = Annotated[list["ImageBody"], Field(max_length=20, default_factory=list)]
Attachments = Annotated[list[Id], Field(max_length=20, default_factory=list)]


class ImageBody(Body):
    """A picture on the wire: base64 of JPEG, PNG, GIF or WebP."""

    mime: Annotated[str, Field(max_length=100)] = ""
    data: str


class WordsBody(Minted):
    """A person's words and pictures."""

    text: str = ""
    images: Images
    attachments: Attachments
    model: Id | None = None
    mode: Id | None = None

    def words(self) -> MessageBody:
        """The same for the commands."""
        return MessageBody(
            text=self.text,
            images=[Picture(mime=one.mime, data=one.data) for one in self.images],
            attachments=self.attachments,
            model=self.model,
            mode=self.mode,
        )


class SendBody(WordsBody):
    """A message to an agent; the client may mint `id`, which makes a repeat safe."""

    when_busy: Annotated[str, Field(max_length=20)] = "queue"


class EditBody(WordsBody):
    """The new words of an old message; `id` is the new sibling's."""


class FirstBody(WordsBody):
    """The first message of a new session."""


class LaunchBody(Minted):
    """What a session begins with; without `agent`, the first one of the workspace."""

    row_tells_all: ClassVar[bool] = False
    workspace_id: Id | None = None
    agent: Id | None = None
    agent_id: Id | None = None
    name: Annotated[str, Field(max_length=120)] = ""
    mode: Id | None = None
    model: Id | None = None
    folder: Annotated[str, Field(max_length=400)] = ""
    visibility: Annotated[str, Field(max_length=20)] = "private"
    dashboard: Id | None = None
    prompt: str | None = None
    first: FirstBody | None = None

    @model_validator(mode="after")
    def _one_of_each(self) -> "LaunchBody":
        if self.agent is not None and self.agent_id is not None:
            raise ValueError("`agent_id` is another name of `agent`; give one")
        if self.prompt is not None and self.first is not None:
            raise ValueError("give `prompt` or `first`, not both")
        return self


class UpdateSessionBody(Versioned):
    """What may change of a session; null returns to the default."""

    name: str | None = None
    system_prompt: str | None = None
    thinking: str | None = None
    model: Id | None = None
    mode: Id | None = None
    visibility: str | None = None


def sent_record(sent: Sent) -> records.Record:
    """What became of the words."""
    return {
        "message": sent.message and records.message_record(sent.message),
        "run": sent.run and records.run_record(sent.run),
        "queued": sent.queued and records.queued_record(sent.queued),
    }


def launch(user_id: int, body: LaunchBody, once: Once | None) -> Answer:
    """A new session, and what became of its first message."""
    asked = Launch(
        agent_id=body.agent or body.agent_id or default_agent(user_id, body.workspace_id),
        session_id=body.id or minted(once, "session"),
        name=body.name,
        mode_id=body.mode,
        model_id=body.model,
        folder=body.folder,
        visibility=body.visibility,
        dashboard=body.dashboard,
    )
    words = body.first or (
        read(FirstBody, {"text": body.prompt}) if body.prompt is not None else None
    )
    session, sent = launch_session(
        user_id=user_id,
        launch=asked,
        first=None if words is None else words.words(),
        first_id=None if words is None else words.id,
    )
    record = {"sent": None if sent is None else sent_record(sent)}
    return Answer(201, records.session_record(session) | record)


def send(user_id: int, session_id: UUID | None, body: SendBody, once: Once | None) -> Answer:
    """A message to the session, else to the person's standing one with the secretary."""
    if session_id is None:
        session_id = open_standing(user_id=user_id).id
    sent = send_message(
        user_id=user_id,
        session_id=session_id,
        body=body.words(),
        message_id=body.id or minted(once, "message"),
        when_busy=body.when_busy,
    )
    return Answer(202, sent_record(sent))


def edit(
    user_id: int, session_id: UUID, message_id: UUID, body: EditBody, once: Once | None
) -> Answer:
    """New words beside the old ones, and the run that answers them."""
    sent = edit_message(
        user_id=user_id,
        session_id=session_id,
        message_id=message_id,
        body=body.words(),
        new_id=body.id or minted(once, "message"),
    )
    return Answer(202, sent_record(sent))


def again(user_id: int, session_id: UUID, message_id: UUID) -> Answer:
    """Another answer on a new branch."""
    run = regenerate(user_id=user_id, session_id=session_id, message_id=message_id)
    return Answer(202, {"run": records.run_record(run)})


def stop(user_id: int, session_id: UUID) -> Answer:
    """The stopped run, or none when nothing was live."""
    run = stop_session(user_id=user_id, session_id=session_id)
    return Answer(202, {"run": run and records.run_record(run)})


def update(user_id: int, session_id: UUID, body: UpdateSessionBody) -> Answer:
    """The changed session."""
    changes: dict[str, Any] = body.given("version")
    session = update_session(
        user_id=user_id, session_id=session_id, changes=changes, version=body.version
    )
    return Answer(200, records.session_record(session))


def close(user_id: int, session_id: UUID) -> Answer:
    """The closed session."""
    return Answer(
        200, records.session_record(close_session(user_id=user_id, session_id=session_id))
    )


def resume(user_id: int, session_id: UUID) -> Answer:
    """The open session."""
    session = resume_session(user_id=user_id, session_id=session_id)
    return Answer(200, records.session_record(session))


def delete(user_id: int, session_id: UUID) -> Answer:
    """Nothing is left."""
    delete_session(user_id=user_id, session_id=session_id)
    return Answer(204)
