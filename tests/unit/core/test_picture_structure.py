"""A picture is known by its whole structure, not by how it begins."""

import base64

import pytest

from framework.core.pictures import Picture, picture_of
from tests.factories import DOT

PNG = base64.b64decode(DOT)
GIF = base64.b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")
WEBP = base64.b64decode("UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vuUAAA=")
LOSSLESS = base64.b64decode("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==")
FRAME = b"\xff\xc0\x00\x0b\x08\x00\x02\x00\x03\x01\x01\x11\x00"
JPEG = b"\xff\xd8\xff\xe0\x00\x04JF" + b"\xff" + FRAME + b"\xff\xda\x00\x02pixels\xff\xd9"


@pytest.mark.parametrize(
    ("data", "picture"),
    [
        (PNG, Picture("image/png", 1, 1)),
        (GIF, Picture("image/gif", 1, 1)),
        (WEBP, Picture("image/webp", 1, 1)),
        (LOSSLESS, Picture("image/webp", 1, 1)),
        (JPEG, Picture("image/jpeg", 3, 2)),
    ],
)
def test_a_whole_picture_is_known_with_its_size(data: bytes, picture: Picture) -> None:
    assert picture_of(data) == picture
    assert picture_of(data + b"and more, as cameras append it") == picture


@pytest.mark.parametrize("data", [PNG, GIF, JPEG])
def test_a_picture_whose_beginning_is_cut_off_is_none(data: bytes) -> None:
    for length in range(20):
        assert picture_of(data[:length]) is None


@pytest.mark.parametrize(
    "data",
    [
        PNG[:-4],
        PNG[:8] + b"and more",
        WEBP[:-1],
        b"GIF89a/*<script>alert(1)</script>*/=1;",
        b"\xff\xd8\xff" + b"\x00" * 64,
        b"RIFF\x24\x00\x00\x00WEBPJUNK" + b"\x00" * 64,
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"",
    ],
)
def test_what_only_begins_like_a_picture_is_none(data: bytes) -> None:
    assert picture_of(data) is None


def test_a_picture_without_an_area_is_none() -> None:
    assert picture_of(PNG[:16] + b"\x00" * 4 + PNG[20:]) is None
