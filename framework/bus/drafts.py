"""The text of a turn while it is written: late joiners read it, a finaliser rescues it.

Note: a draft is a list, a full copy followed by what was added since. Adding costs what was
added, not what stands, and an addition is sent before the delta that shows it, in the same
order of sending: whoever listens first and then reads the draft misses nothing.
"""

import json
import logging
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from redis import RedisError

from framework.bus.connection import sync_redis
from framework.bus.publish import publish_raw, publish_texts

log = logging.getLogger(__name__)

KEEP_SECONDS = 3600


def _key(run_id: UUID | str) -> str:
    return f"agency:draft:{run_id}"


def save_draft(run_id: UUID | str, draft: dict[str, Any]) -> None:
    """Replace the draft of a run's step; it is kept for an hour and may be lost with the broker.

    `draft` holds `blocks`, each with `block`, `kind`, `name`, `call_id` and `text`.
    """
    key, text = _key(run_id), json.dumps(draft, ensure_ascii=False)
    fresh = f"{key}:fresh"

    def send(pipe: Any) -> None:
        # Renamed into place: whoever reads meanwhile sees the old draft or the new one.
        pipe.delete(fresh)
        pipe.rpush(fresh, text)
        pipe.expire(fresh, KEEP_SECONDS)
        pipe.rename(fresh, key)

    publish_raw(send)


def tell_deltas(run_id: UUID | str, session_id: UUID, frames: Sequence[dict[str, Any]]) -> None:
    """Add to the draft and tell who watches; each names its `block`, `offset` and `text`.

    The first of a block also says what it is: `kind`, and `name` and `call_id` of a tool call.
    """
    key = _key(run_id)
    texts = [json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in frames]
    publish_texts(session_id, texts, first=lambda pipe: pipe.rpushx(key, *texts))


def drop_draft(run_id: UUID | str) -> None:
    """Forget the draft; the message now stands in the database."""
    publish_raw(lambda pipe: pipe.delete(_key(run_id)))


def read_draft(run_id: UUID | str) -> dict[str, Any] | None:
    """The newest kept draft, or None when there is none or the broker is away."""
    try:
        texts: Any = sync_redis().lrange(_key(run_id), 0, -1)
    except (RedisError, OSError):
        log.warning("the draft of %s could not be read: the broker is away", run_id)
        return None
    return merge_draft([json.loads(text) for text in texts])


def merge_draft(parts: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """The full copy with its additions; text after a hole (a lost addition) is left out."""
    if not parts:
        return None
    draft = dict(parts[0])
    blocks = {block["block"]: dict(block) for block in draft["blocks"]}
    for delta in parts[1:]:
        if delta["block"] not in blocks and "kind" in delta:
            facts = {key: delta.get(key) for key in ("block", "kind", "name", "call_id")}
            blocks[delta["block"]] = facts | {"text": ""}
        block = blocks.get(delta["block"])
        if block is not None and delta["offset"] == len(block["text"]):
            block["text"] += delta["text"]
    return draft | {"blocks": [blocks[number] for number in sorted(blocks)]}
