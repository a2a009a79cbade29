"""A key that nobody can read is never sent to an address it was not given for."""

import pytest

from agency.commands.catalogue.create_row import create_row
from agency.commands.catalogue.update_row import update_row
from agency.models import Provider
from agency.queries.effective_model import provider_key
from framework.core.errors import Invalid
from tests.factories import World


@pytest.fixture
def provider(world: World) -> Provider:
    row: Provider = create_row(
        user_id=world.owner.pk,
        resource="provider",
        workspace_id=world.workspace.id,
        fields={"name": "Real", "kind": "anthropic", "key": "sk-canary-0001"},
    )
    return row


def change(world: World, provider: Provider, **changes: object) -> Provider:
    row: Provider = update_row(
        user_id=world.owner.pk, resource="provider", row_id=provider.id, changes=changes
    )
    return row


@pytest.mark.parametrize("source", ["stored", "environment"])
def test_another_address_or_kind_needs_its_key_again(
    world: World, provider: Provider, source: str
) -> None:
    if source == "environment":
        Provider.objects.filter(id=provider.id).update(encrypted_key=None, key_source=source)
    for moved in ({"base_url": "https://elsewhere.example"}, {"kind": "openai"}):
        with pytest.raises(Invalid) as refusal:
            change(world, provider, **moved)
        assert set(refusal.value.errors) == {"key"}
    given = change(world, provider, base_url="https://elsewhere.example", key="sk-other-0002")
    assert provider_key(given) == "sk-other-0002"


def test_other_changes_and_the_same_address_keep_the_key(world: World, provider: Provider) -> None:
    changed = change(world, provider, name="Renamed", base_url="", kind="anthropic")
    assert provider_key(changed) == "sk-canary-0001"
    forgotten = change(world, provider, base_url="https://elsewhere.example", key="")
    assert provider_key(forgotten) is None
