"""What servers have to offer: those of this machine, and the models of a provider."""

import asyncio
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID

from agency.access import catalogue_for, workspace_for
from agency.commands.catalogue.create_row import create_row
from agency.llm.port import ModelError
from agency.models import Model, Provider
from agency.queries.effective_model import address_of, provider_key
from framework.core.errors import Conflict, Invalid

MOST = 100
WINDOW = 32_000
ROOM = 4_096


class NotServed(Conflict):
    """The provider does not tell which models it serves."""

    code = "not_served"


@dataclass(frozen=True)
class Served:
    """The ids that the provider serves, and the rows that were made for some of them."""

    served: list[str]
    added: list[Model]


def look_around(*, user_id: int, workspace_id: UUID) -> list[dict[str, Any]]:
    """Servers on this machine and the provider that each already is; needs an owner."""
    from agency.llm.openai.discover import local_servers

    workspace_for(user_id, workspace_id, role="owner")
    known = {
        row.base_url: str(row.id)
        for row in Provider.objects.filter(workspace_id=workspace_id, kind="openai")
    }
    found = asyncio.run(local_servers())
    return [
        {**asdict(one), "models": list(one.models), "provider_id": _known(one.base_url, known)}
        for one in found
    ]


def _known(address: str, known: dict[str, str]) -> str | None:
    """Under either of this machine's names, with the version or without."""
    forms = {address, address.replace("127.0.0.1", "localhost")}
    forms |= {form.removesuffix("/v1") for form in forms}
    return next((known[form] for form in sorted(forms) if form in known), None)


def served_models(*, user_id: int, provider_id: UUID, add: Sequence[str] = ()) -> Served:
    """Ask the provider what it serves, and add rows for the named ones; needs an editor.

    Their window and prices are not known: the rows begin with a small window and no price.
    """
    row = catalogue_for(Provider, user_id, provider_id, role="editor")
    if row.kind != "openai":
        raise NotServed
    served = asyncio.run(_served(row))
    if unknown := [name for name in add if name not in served]:
        raise Invalid.field("add", f"{unknown[0]} is not served there")
    known = set(Model.objects.filter(provider=row).values_list("model_id", flat=True))
    wanted = [name for name in dict.fromkeys(add) if name not in known][:MOST]
    return Served(served, [_added(user_id, row, name) for name in wanted])


def _added(user_id: int, row: Provider, name: str) -> Model:
    made: Model = create_row(
        user_id=user_id,
        resource="model",
        workspace_id=row.workspace_id,
        fields={
            "name": name[:120],
            "provider_id": str(row.id),
            "model_id": name,
            "window": WINDOW,
            "max_output": ROOM,
        },
    )
    return made


async def _served(row: Provider) -> list[str]:
    from agency.llm.openai.client import OpenAIClient

    client = OpenAIClient(base_url=address_of(row), key=provider_key(row))
    try:
        async with asyncio.timeout(10):
            return (await client.models())[:1_000]
    except ModelError as error:
        raise NotServed(f"{error.detail} {error.hint}".strip()) from None
    except TimeoutError:
        raise NotServed("There was no answer within 10 s.") from None
    finally:
        await client.aclose()
