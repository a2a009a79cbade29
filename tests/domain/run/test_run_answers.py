"""From a person's message to the agent's answer."""

from agency.models import Message, ModelCall, Session
from tests.domain.run.conftest import wait_for
from tests.factories import say
from tests.fakes.model.server import FakeModel
from tests.fold import snapshot_keeps_up
from tests.hub import RunningHub


def path(session: Session) -> list[tuple[str, str]]:
    """Role and text of each message, in order."""
    rows = Message.objects.filter(session=session).order_by("depth")
    return [(row.role, text_of(row)) for row in rows]


def text_of(row: Message) -> str:
    """All text of a message."""
    content = row.content["content"]
    if isinstance(content, str):
        return content
    return "".join(block.get("text", "") for block in content)


def test_a_message_is_answered(session: Session, fake_model: FakeModel, hub: RunningHub) -> None:
    fake_model.script({"text": "Good morning to you."})
    with snapshot_keeps_up(session.id):
        sent = say(session, "Good morning")
        run = wait_for(sent.run, "done", "failed")
    assert run.error is None
    assert path(session) == [("human", "Good morning"), ("ai", "Good morning to you.")]
    session.refresh_from_db()
    assert session.status == "completed"
    call = ModelCall.objects.get(run_id=run.id)
    assert call.state == "done"
    assert call.output_tokens
    assert call.cost is None
