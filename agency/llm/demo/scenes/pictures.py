"""Pictures: one that is shown, and what can honestly be said of one that came."""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Mapping
from typing import Any

from agency.llm.demo.parts import Part, Say
from agency.llm.demo.scenes.introduction import WHO
from agency.llm.demo.turn import Turn

SIZE = 96


def show_picture(turn: Turn) -> list[Part]:
    """A small picture inside the answer."""
    data = base64.b64encode(_gradient()).decode()
    return [
        Say(
            "A small picture, made of nothing but arithmetic:\n\n"
            f"![A square that fades from blue to orange](data:image/png;base64,{data})\n\n"
            "Send me one of yours, and I tell you what its file says."
        )
    ]


def describe_picture(turn: Turn) -> list[Part]:
    """What the files say of themselves; nothing is made up about what they show."""
    lines = [f"- {_described(picture)}" for picture in turn.pictures]
    many = "pictures" if len(lines) > 1 else "picture"
    return [
        Say(
            f"Your {many} reached me:\n\n" + "\n".join(lines) + f"\n\n{WHO} So I cannot see what "
            f"the {many} shows. A model with vision gets the very same file."
        )
    ]


def _described(block: Mapping[str, Any]) -> str:
    raw = _bytes_of(block)
    if not raw:
        return "a picture that I was not given the bytes of"
    kind, size = _measured(raw)
    dimensions = f", {size[0]} \u00d7 {size[1]} pixels" if size else ""
    return f"{kind}{dimensions}, {len(raw):,} bytes"


def _bytes_of(block: Mapping[str, Any]) -> bytes:
    source = block.get("source")
    data = source.get("data") if isinstance(source, Mapping) else None
    url = block.get("image_url")
    url = url.get("url") if isinstance(url, Mapping) else url
    if isinstance(url, str):
        data = url.partition("base64,")[2]
    try:
        return base64.b64decode(data or block.get("base64") or block.get("data") or "")
    except ValueError:
        return b""


def _measured(raw: bytes) -> tuple[str, tuple[int, int] | None]:
    if raw.startswith(b"\x89PNG") and len(raw) >= 24:
        return "a PNG", struct.unpack(">II", raw[16:24])
    if raw.startswith(b"GIF8") and len(raw) >= 10:
        return "a GIF", struct.unpack("<HH", raw[6:10])
    if raw.startswith(b"RIFF") and raw[8:12] == b"WEBP":
        return "a WebP", None
    if raw.startswith(b"\xff\xd8"):
        return "a JPEG", _jpeg_size(raw)
    return "a file of a kind I do not know", None


def _jpeg_size(raw: bytes) -> tuple[int, int] | None:
    """The dimensions in the frame header, found by walking over the segments before it."""
    at = 2
    while at + 9 < len(raw) and raw[at] == 0xFF:
        marker = raw[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", raw[at + 5 : at + 9])
            return width, height
        at += 2 + struct.unpack(">H", raw[at + 2 : at + 4])[0]
    return None


def _gradient() -> bytes:
    rows = bytearray()
    for y in range(SIZE):
        rows.append(0)
        for x in range(SIZE):
            share = (x + y) / (2 * SIZE - 2)
            rows += bytes((int(40 + 200 * share), int(90 + 60 * share), int(220 - 180 * share)))
    header = struct.pack(">IIBBBBB", SIZE, SIZE, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", header), (b"IDAT", zlib.compress(bytes(rows), 9)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    checksum = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)
