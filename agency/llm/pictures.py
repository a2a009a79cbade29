"""Pictures in any of the shapes they have had in LangChain, or a provider's own."""

from __future__ import annotations

import re
from typing import Any

_DATA_URL = re.compile(r"data:(?P<media>[\w/+.-]+);base64,(?P<data>.*)", re.S)


def image_source(block: dict[str, Any]) -> dict[str, Any]:
    """Where the picture is: `{type: url, url}`, or `{type: base64, media_type, data}`."""
    if "source" in block:
        return dict(block["source"])
    url = block.get("url") or block.get("image_url")
    if isinstance(url, dict):
        url = url.get("url")
    data = block.get("base64") or block.get("data")
    media = block.get("mime_type", "image/png")
    if isinstance(url, str):
        found = _DATA_URL.fullmatch(url)
        if found is None:
            return {"type": "url", "url": url}
        media, data = found["media"], found["data"]
    return {"type": "base64", "media_type": media, "data": data or ""}


def image_url(block: dict[str, Any]) -> str:
    """The same as one address, the bytes inside it where they are known."""
    source = image_source(block)
    if source.get("type") == "base64":
        return f"data:{source.get('media_type', 'image/png')};base64,{source.get('data', '')}"
    return str(source.get("url", ""))
