"""A person's picture reaches the model as bytes, and is named when it is gone."""

from agency.commands.session._body import MessageBody, Picture
from agency.commands.session.send_message import send_message
from agency.files import file_root
from agency.models import Attachment, Run, Session
from tests.factories import DOT
from tests.fakes.model.server import FakeModel
from tests.hub import RunningHub
from tests.runs import wait_for


def show(session: Session) -> Run | None:
    body = MessageBody(text="What is it?", images=[Picture("image/jpeg", DOT)])
    return send_message(user_id=session.owner_id, session_id=session.id, body=body).run


def content_sent(fake_model: FakeModel) -> list[dict[str, object]]:
    content: list[dict[str, object]] = fake_model.requests[-1]["body"]["messages"][0]["content"]
    return content


def test_a_picture_is_sent_with_the_type_that_its_bytes_have(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    fake_model.script({"text": "A dot."})
    wait_for(show(session), "done")
    picture, words = content_sent(fake_model)
    assert picture["source"] == {"type": "base64", "media_type": "image/png", "data": DOT}
    assert words["text"] == "What is it?"


def test_a_picture_whose_bytes_are_gone_is_told_and_the_run_goes_on(
    session: Session, fake_model: FakeModel, hub: RunningHub
) -> None:
    fake_model.script({"text": "A dot."}, {"text": "Gone."})
    wait_for(show(session), "done")
    (file_root() / Attachment.objects.get(session=session).path).unlink()
    body = MessageBody(text="And now?")
    sent = send_message(user_id=session.owner_id, session_id=session.id, body=body)
    wait_for(sent.run, "done")
    kinds = {one["type"] for one in content_sent(fake_model)}
    assert kinds == {"text"}
