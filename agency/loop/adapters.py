"""Provider adapters, imported where they hold nobody up.

Note: an adapter with its SDK takes seconds of processor time to import. On the event loop that
would stop every stream of the process, and on a busy machine cost it its lease.
"""

import asyncio
import importlib
import logging
from collections.abc import Iterable

from agency.llm.clients import client_for
from agency.llm.port import ModelClient
from agency.queries.effective_model import EffectiveModel

log = logging.getLogger(__name__)

_loaded: set[str] = set()


async def ready_client(model: EffectiveModel) -> ModelClient:
    """The client of the model's endpoint; raises ModelError for one that cannot be used."""
    await _load(model.kind)
    return client_for(model.kind, model.base_url, model.key, model.provider.options)


async def warm_up(kinds: Iterable[str]) -> None:
    """Import the adapters that will be asked for."""
    for kind in kinds:
        await _load(kind)


async def _load(kind: str) -> None:
    # A module that another thread is still importing stands in `sys.modules` already.
    if kind not in _loaded:
        await asyncio.to_thread(_import, f"agency.llm.{kind}.client")
        _loaded.add(kind)


def _import(name: str) -> None:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError:
        log.info("there is no adapter %s; the client says so to whoever asks", name)
