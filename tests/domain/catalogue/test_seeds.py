"""A fresh installation is never empty, and seeding again changes nothing."""

import pytest

from agency.models import Agent, Membership, Model, Provider, Session, Tool, User, Workspace
from agency.queries.effective_model import effective_model
from agency.seeds import seed


def counts() -> list[int]:
    tables = (Agent, Membership, Model, Provider, Session, Tool, User, Workspace)
    return [table.objects.count() for table in tables]


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "MODEL", "OPENAI_BASE_URL", "BASE_URL"):
        monkeypatch.delenv(name, raising=False)


def test_the_first_start_makes_a_place_to_talk_without_any_key(transactional_db: None) -> None:
    seed()
    session = Session.objects.get()
    assert session.agent is not None and session.agent.greeting
    assert effective_model(session).kind == "demo"
    assert Agent.objects.filter(kind="secretary").count() == 1
    assert "vision" in Agent.objects.get(name="Portero").prefers


def test_seeding_again_changes_nothing(transactional_db: None) -> None:
    seed()
    before = counts()
    seed()
    assert counts() == before


def test_a_key_in_the_environment_brings_real_models(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    seed()
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-test-canary-0000")
    seed()
    session = Session.objects.get()
    chosen = effective_model(session)
    assert (chosen.kind, chosen.key) == ("anthropic", "sk-test-canary-0000")
    name = Model.objects.filter(provider__kind="anthropic").order_by("-id").first()
    assert name is not None
    monkeypatch.setenv("MODEL", name.model_id)
    assert effective_model(session).model == name


def test_a_key_for_openai_brings_its_models(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-canary-0000")
    seed()
    chosen = effective_model(Session.objects.get())
    assert (chosen.kind, chosen.base_url, chosen.model.model_id) == ("openai", None, "gpt-6.1-sol")


def test_an_address_and_a_model_in_the_environment_are_enough(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BASE_URL", "http://127.0.0.1:11434/v1")
    monkeypatch.setenv("MODEL", "llama3.3:70b")
    seed()
    seed()
    chosen = effective_model(Session.objects.get())
    assert (chosen.model.model_id, chosen.key) == ("llama3.3:70b", None)
    assert (chosen.base_url, chosen.source) == ("http://127.0.0.1:11434/v1", "environment")
    assert Model.objects.filter(provider__kind="openai").count() == 1
