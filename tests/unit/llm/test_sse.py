"""Our splitter against the SDK's own decoder, cut at every byte."""

import json
from collections.abc import AsyncIterator

import pytest
from anthropic._streaming import SSEDecoder

from agency.llm.sse import SseSplitter
from tests.fakes.model.events import stream_of

BODY = {"model": "claude-sonnet-5-5", "messages": [{"role": "user", "content": "hi"}]}
SPEC = {
    "thinking": "naïve 思考",
    "text": "Grüße 🙂 世界\n\nnew line",
    "tools": [{"name": "Read", "input": {"path": "ä/ö.txt"}, "id": "toolu_1"}],
}
RECORDED = b"".join(raw for _, raw in stream_of(SPEC, BODY))
ODD = (
    b": a comment\n\nevent: ping\ndata: {}\n\ndata: no name\n\nevent: x\ndata:tight\ndata: second\n"
    b"id: 7\nretry: 10\nunknown: field\n\nevent: empty\n\ndata\n\nevent: last\ndata: unfinished"
)


async def reference(chunks: list[bytes]) -> list[tuple[str, str]]:
    async def source() -> AsyncIterator[bytes]:
        for chunk in chunks:
            yield chunk

    decoded = [event async for event in SSEDecoder().aiter_bytes(source())]
    return [(event.event or "", event.data) for event in decoded if event.event or event.data]


def split(chunks: list[bytes]) -> list[tuple[str, str]]:
    splitter = SseSplitter()
    return [event for chunk in chunks for event in splitter.feed(chunk)]


@pytest.mark.parametrize("ending", [b"\n", b"\r\n", b"\r"], ids=["lf", "crlf", "cr"])
async def test_every_cut_gives_what_the_sdk_reads_from_the_whole(ending: bytes) -> None:
    raw = RECORDED.replace(b"\n", ending)
    expected = await reference([raw])
    assert len(expected) > 10
    for at in range(len(raw) + 1):
        assert split([raw[:at], raw[at:]]) == expected, at


@pytest.mark.parametrize("ending", [b"\n", b"\r\n", b"\r"], ids=["lf", "crlf", "cr"])
async def test_single_bytes_give_what_the_sdk_reads_from_single_bytes(ending: bytes) -> None:
    raw = RECORDED.replace(b"\n", ending)
    single = [bytes((value,)) for value in raw]
    assert split(single) == await reference([raw])


async def test_comments_bare_fields_and_unfinished_events_are_read_like_the_sdk_reads_them() -> (
    None
):
    named = [event for event in await reference([ODD]) if event[0] or event[1]]
    assert [event for event in split([ODD]) if event[0] or event[1]] == named


def test_no_character_is_ever_half_read() -> None:
    for at in range(len(RECORDED)):
        for _, data in split([RECORDED[:at], RECORDED[at:]]):
            assert "\ufffd" not in data
            json.loads(data)


def test_bytes_that_are_no_text_are_an_error_and_not_a_substitute() -> None:
    with pytest.raises(UnicodeDecodeError):
        split([b"event: x\ndata: \xff\xfe\n\n"])
