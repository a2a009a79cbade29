"""What kind of picture some bytes are, and how large: read from its structure, never decoded.

A signature alone proves nothing: bytes that only begin like a picture would be refused by every
provider, in each later turn of the conversation that holds them.
"""

from collections.abc import Callable
from dataclasses import dataclass

PNG = b"\x89PNG\r\n\x1a\n"
_NO_SIZE = (0xC4, 0xC8, 0xCC)
_BARE = (0x01, *range(0xD0, 0xD8))


@dataclass(frozen=True)
class Picture:
    """The media type and the pixels of a picture."""

    media_type: str
    width: int
    height: int


def picture_of(data: bytes) -> Picture | None:
    """The picture that the bytes are; None for anything else, cut short ones included."""
    for media_type, measure in _KINDS.items():
        try:
            size = measure(data)
        except IndexError:
            continue
        if size is not None and all(size):
            return Picture(media_type, *size)
    return None


def _number(data: bytes, at: int, size: int, order: str = "big") -> int:
    part = data[at : at + size]
    if len(part) < size:
        raise IndexError
    return int.from_bytes(part, "little" if order == "little" else "big")


def _png(data: bytes) -> tuple[int, int] | None:
    if not data.startswith(PNG) or data[12:16] != b"IHDR":
        return None
    at, has_pixels = len(PNG), False
    while True:
        length, kind = _number(data, at, 4), data[at + 4 : at + 8]
        has_pixels |= kind == b"IDAT"
        _number(data, at + 8 + length, 4)  # the check sum that ends each chunk
        if kind == b"IEND":
            return (_number(data, 16, 4), _number(data, 20, 4)) if has_pixels else None
        at += 12 + length


def _jpeg(data: bytes) -> tuple[int, int] | None:
    if not data.startswith(b"\xff\xd8\xff"):
        return None
    at, size = 2, None
    while data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:  # a filler
            at += 1
        elif marker in _BARE:
            at += 2
        elif marker == 0xDA:  # the pixels begin
            return size
        else:
            if 0xC0 <= marker <= 0xCF and marker not in _NO_SIZE:
                size = _number(data, at + 7, 2), _number(data, at + 5, 2)
            at += 2 + _number(data, at + 2, 2)
    return None


def _gif(data: bytes) -> tuple[int, int] | None:
    if data[:6] not in (b"GIF87a", b"GIF89a"):
        return None
    size = _number(data, 6, 2, "little"), _number(data, 8, 2, "little")
    at = 13 + _palette(data[10])
    while data[at] == 0x21:  # an extension: label, then blocks until an empty one
        at += 2
        while data[at]:
            at += 1 + data[at]
        at += 1
    return size if data[at] == 0x2C and data[at + 10 :] else None


def _palette(flags: int) -> int:
    return 3 * 2 ** ((flags & 7) + 1) if flags & 0x80 else 0


def _webp(data: bytes) -> tuple[int, int] | None:
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP":
        return None
    if _number(data, 4, 4, "little") + 8 > len(data):
        return None
    kind = data[12:16]
    if kind == b"VP8X":
        return _number(data, 24, 3, "little") + 1, _number(data, 27, 3, "little") + 1
    if kind == b"VP8L" and data[20] == 0x2F:
        packed = _number(data, 21, 4, "little")
        return (packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1
    if kind == b"VP8 " and data[23:26] == b"\x9d\x01\x2a":
        return _number(data, 26, 2, "little") & 0x3FFF, _number(data, 28, 2, "little") & 0x3FFF
    return None


_KINDS: dict[str, Callable[[bytes], tuple[int, int] | None]] = {
    "image/png": _png,
    "image/jpeg": _jpeg,
    "image/gif": _gif,
    "image/webp": _webp,
}
