"""Events after a cursor, as a list."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from agency.api.paging import query_count
from framework.events.keys import StreamKey
from framework.events.replay import PAGE, events_after

MAX_SEQ = 2**62
PARAMETERS = [
    OpenApiParameter(
        "since_id",
        {"type": "integer", "minimum": 0, "maximum": MAX_SEQ, "default": 0},
        description="The last number that was seen.",
    ),
    OpenApiParameter("limit", {"type": "integer", "minimum": 1, "maximum": PAGE, "default": PAGE}),
]


def events_page(request: Request, key: StreamKey) -> dict[str, Any]:
    """The frames that follow `since_id`; raises CursorExpired when some are gone."""
    since = query_count(request, "since_id", default=0, least=0, most=MAX_SEQ)
    limit = query_count(request, "limit", default=PAGE, least=1, most=PAGE)
    frames = events_after(key, since, limit=limit + 1)
    has_more = len(frames) > limit
    frames = frames[:limit]
    last = frames[-1]["seq"] if frames else since
    return {"results": frames, "has_more": has_more, "cursor": {str(key): last}}
