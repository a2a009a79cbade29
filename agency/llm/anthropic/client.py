"""The Anthropic client: the SDK makes the request, we read its bytes."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

import aiohttp
import anthropic
import httpx2

from agency.llm.anthropic.assemble import Assembly
from agency.llm.anthropic.encode import Encoded, encoded
from agency.llm.anthropic.failures import (
    broken_event,
    failure_of,
    not_a_stream,
    status_failure,
)
from agency.llm.anthropic.wire import prompt_body
from agency.llm.failure_kinds import cut_short
from agency.llm.port import ModelError, ModelRequest, StreamEvent
from agency.llm.sse import SseSplitter

CONNECT_SECONDS = 10.0
IDLE_SECONDS = 300.0
MOST_CONNECTIONS = 2000
ADDRESS = "https://api.anthropic.com"
NO_KEY = "none"
RAW_RESPONSE = "X-Stainless-Raw-Response"
"""Asks the SDK's `post` for the response itself, as its `with_streaming_response` does."""

# A cut stream surfaces as the transport's own error, not as one of the SDK's.
_FAILURES = (
    anthropic.AnthropicError,
    httpx2.HTTPError,
    httpx2.StreamError,
    aiohttp.ClientError,
    OSError,
)


def _default_transport() -> httpx2.AsyncClient:
    """aiohttp under the SDK: its default transport saturates at about 200 streams."""
    return anthropic.DefaultAioHttpClient(
        limits=httpx2.Limits(max_connections=MOST_CONNECTIONS, max_keepalive_connections=100),
        timeout=httpx2.Timeout(IDLE_SECONDS, connect=CONNECT_SECONDS),
    )


class AnthropicClient:
    """One endpoint and one key, for one event loop; safe to share by any number of runs."""

    def __init__(
        self,
        *,
        base_url: str | None,
        key: str | None,
        transport: Callable[[], httpx2.AsyncClient] = _default_transport,
    ) -> None:
        self._key = key
        # An explicit key keeps the SDK from looking for other credentials of this machine.
        self._sdk = anthropic.AsyncAnthropic(
            api_key=key or NO_KEY,
            base_url=_address(base_url),
            http_client=transport(),
            max_retries=0,
            open_telemetry=False,
        )

    async def stream(self, request: ModelRequest) -> AsyncIterator[StreamEvent]:
        """See `ModelClient.stream`."""
        call = await encoded(request)
        assembly = Assembly()
        try:
            async with self._response(call) as response:
                _require_events(response.headers, request.model)
                splitter = SseSplitter()
                async for chunk in response.iter_bytes():
                    for name, data in splitter.feed(chunk):
                        for event in self._take(assembly, name, data, request.model):
                            yield event
            failure = cut_short(model=request.model, usage=assembly.usage)
        except _FAILURES as error:
            failure = failure_of(error, key=self._key, model=request.model, usage=assembly.usage)
        except ModelError as error:
            failure = error
        if not assembly.is_whole:
            raise failure
        # Last, when the response is read to its end: the connection can serve the next call.
        yield assembly.finish()

    @asynccontextmanager
    async def _response(self, call: Encoded) -> AsyncIterator[anthropic.AsyncAPIResponse[Any]]:
        """The open response; closed, and with it the connection when it is not read to its end."""
        response = await self._sdk.post(
            "/v1/messages",
            cast_to=cast(Any, object),
            content=call.raw,
            options={"headers": {**call.headers, RAW_RESPONSE: "stream"}},
            stream=True,
            stream_cls=anthropic.AsyncStream[Any],
        )
        opened = cast(anthropic.AsyncAPIResponse[Any], response)
        try:
            yield opened
        finally:
            await opened.close()

    async def count_tokens(self, request: ModelRequest) -> int:
        """See `ModelClient.count_tokens`."""
        body = prompt_body(request)
        counted = await self._ask(self._sdk.messages.count_tokens(**body), request.model)
        return int(counted.input_tokens)

    async def probe(self) -> str:
        """See `ModelClient.probe`."""
        page = await self._ask(self._sdk.models.list(limit=100), "")
        names = ", ".join(model.id for model in page.data[:3])
        more = ", …" if len(page.data) > 3 else ""
        return f"Connected. The key may use {names}{more}." if names else "Connected."

    async def aclose(self) -> None:
        """See `ModelClient.aclose`."""
        await self._sdk.close()

    def _take(self, assembly: Assembly, name: str, data: str, model: str) -> list[StreamEvent]:
        if not data or not name or name == "ping":
            return []
        if name == "error":
            raise status_failure(
                200, _error_body(data), key=self._key, model=model, usage=assembly.usage
            )
        try:
            return assembly.accept(json.loads(data))
        except (ValueError, KeyError, TypeError, RecursionError):
            failure = broken_event(name, model=model, usage=assembly.usage)
        raise failure

    async def _ask(self, answer: Any, model: str) -> Any:
        try:
            return await answer
        except _FAILURES as error:
            failure = failure_of(error, key=self._key, model=model)
        raise failure


def _address(base_url: str | None) -> str:
    """The address without the version, which people like to paste along with it."""
    return (base_url or ADDRESS).rstrip("/").removesuffix("/v1")


def _require_events(headers: httpx2.Headers, model: str) -> None:
    content_type = headers.get("content-type", "")
    if not content_type.startswith("text/event-stream"):
        raise not_a_stream(content_type.split(";")[0], model=model)


def _error_body(data: str) -> dict[str, Any]:
    try:
        body = json.loads(data)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
