"""The text of a turn while it is written: late joiners read it, a finaliser rescues it."""

import json
import logging
from typing import Any
from uuid import UUID

from redis import RedisError

from framework.bus.connection import sync_redis
from framework.bus.publish import publish_raw

log = logging.getLogger(__name__)

KEEP_SECONDS = 3600


def _key(run_id: UUID | str) -> str:
    return f"agency:draft:{run_id}"


def save_draft(run_id: UUID | str, draft: dict[str, Any]) -> None:
    """Keep the draft of a run's step for an hour; may be lost with the broker."""
    text = json.dumps(draft, ensure_ascii=False)
    publish_raw(lambda pipe: pipe.set(_key(run_id), text, ex=KEEP_SECONDS))


def drop_draft(run_id: UUID | str) -> None:
    """Forget the draft; the message now stands in the database."""
    publish_raw(lambda pipe: pipe.delete(_key(run_id)))


def read_draft(run_id: UUID | str) -> dict[str, Any] | None:
    """The newest kept draft, or None when there is none or the broker is away."""
    try:
        text = sync_redis().get(_key(run_id))
    except (RedisError, OSError):
        log.warning("the draft of %s could not be read: the broker is away", run_id)
        return None
    if text is None:
        return None
    draft: dict[str, Any] = json.loads(text)
    return draft
