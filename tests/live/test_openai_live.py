"""A session with tools whose model is served by another kind of provider in the middle."""

from agency.models import Message, Model, Provider, Session
from framework.core.secrets import encrypt
from tests.factories import say
from tests.fakes.model.server import FakeModel
from tests.fakes.openai.fixture import fake_openai
from tests.runs import wait_for
from tests.workers import Workers

__all__ = ["fake_openai"]

TOOLS = [{"name": "Glob", "input": {"pattern": "*"}}, {"name": "Glob", "input": {"pattern": "a"}}]


def openai_model(session: Session, url: str, api: str) -> Model:
    workspace = session.workspace
    provider = Provider.objects.create(
        workspace=workspace,
        name=api,
        kind="openai",
        base_url=url,
        encrypted_key=encrypt("sk-test-0000"),
        key_source="stored",
        options={"api": api},
    )
    return Model.objects.create(
        workspace=workspace, provider=provider, name=api, model_id="gpt-5.4", window=100_000
    )


def test_tools_work_and_the_provider_changes_in_the_middle(
    session: Session, fake_model: FakeModel, fake_openai: FakeModel, workers: Workers
) -> None:
    workers.start()
    fake_model.script({"thinking": "Hm.", "tools": TOOLS}, {"text": "first"}, {"text": "fourth"})
    fake_openai.script(
        {"thinking": "Ah.", "text": "Look.", "tools": TOOLS},
        {"text": "second"},
        {"thinking": "Oh.", "tools": TOOLS},
        {"text": "third"},
    )
    models = [None, *(openai_model(session, fake_openai.url, api) for api in ("chat", "responses"))]
    for model in (*models, None):
        chosen = {"model": str(model.id)} if model is not None else {}
        Session.objects.filter(id=session.id).update(overrides=chosen)
        wait_for(say(session, "Go on.").run, "done")
    said = Message.objects.filter(session=session, role="ai").order_by("depth")
    texts = [block["text"] for one in said for block in _texts(one.content["content"])]
    assert texts == ["first", "Look.", "second", "third", "fourth"]
    assert {one["path"] for one in fake_openai.requests} == {
        "/v1/chat/completions",
        "/v1/responses",
    }


def _texts(content: object) -> list[dict[str, str]]:
    blocks = content if isinstance(content, list) else [{"type": "text", "text": content}]
    return [block for block in blocks if block["type"] == "text"]
