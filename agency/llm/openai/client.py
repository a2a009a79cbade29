"""The client of OpenAI and of servers that speak its API: the SDK asks, we read the bytes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from typing import Any, cast

import aiohttp
import httpx2
import openai

from agency.llm.failure_kinds import cut_short
from agency.llm.hints import hint_for
from agency.llm.openai.address import Dialect, dialect_of, normal_address
from agency.llm.openai.chat_assemble import ChatAssembly
from agency.llm.openai.chat_wire import chat_body
from agency.llm.openai.content import own_names
from agency.llm.openai.failures import (
    FOREIGN_REASONING,
    broken_event,
    error_in,
    failure_of,
    not_this_api,
    status_failure,
    told_of,
)
from agency.llm.openai.responses_assemble import ResponsesAssembly
from agency.llm.openai.responses_wire import responses_body
from agency.llm.openai.traits import reasons
from agency.llm.port import ModelError, ModelRequest, StreamEvent
from agency.llm.sse import SseSplitter
from agency.llm.strict_json import body_bytes
from agency.llm.tokens import estimate_request

CONNECT_SECONDS = 10.0
IDLE_SECONDS = 300.0
MOST_CONNECTIONS = 2000
NO_KEY = "none"
INLINE_MESSAGES = 60
HEADERS = {"Content-Type": "application/json", "X-Stainless-Raw-Response": "stream"}
"""The last one asks the SDK's `post` for the response itself."""

# A cut stream surfaces as the transport's own error, not as one of the SDK's.
_FAILURES = (
    openai.OpenAIError,
    httpx2.HTTPError,
    httpx2.StreamError,
    aiohttp.ClientError,
    OSError,
)

Assembly = ChatAssembly | ResponsesAssembly


@dataclass(frozen=True, slots=True)
class Call:
    """One request on its way: where to, with which bytes, and what will read the answer."""

    path: str
    raw: bytes
    assembly: Assembly


def _default_transport() -> httpx2.AsyncClient:
    """aiohttp under the SDK: its default transport saturates at about 200 streams."""
    return openai.DefaultAioHttpClient(
        limits=httpx2.Limits(max_connections=MOST_CONNECTIONS, max_keepalive_connections=100),
        timeout=httpx2.Timeout(IDLE_SECONDS, connect=CONNECT_SECONDS),
    )


class OpenAIClient:
    """One endpoint and one key, for one event loop; safe to share by any number of runs."""

    def __init__(
        self,
        *,
        base_url: str | None,
        key: str | None,
        options: Mapping[str, Any] | None = None,
        transport: Callable[[], httpx2.AsyncClient] = _default_transport,
    ) -> None:
        self._key = key
        address = normal_address(base_url)
        self._dialect = dialect_of(address, options or {})
        # Explicit, so that the SDK does not look for other credentials of this machine.
        self._sdk = openai.AsyncOpenAI(
            api_key=key or NO_KEY,
            admin_api_key="",
            organization="",
            project="",
            base_url=address,
            http_client=transport(),
            max_retries=0,
        )
        self._sdk.organization = self._sdk.project = self._sdk.admin_api_key = None

    async def stream(self, request: ModelRequest) -> AsyncIterator[StreamEvent]:
        """See `ModelClient.stream`."""
        _refuse_what_fails(request, self._dialect)
        replay = True
        while True:
            call = await self._encoded(request, replay)
            try:
                async with aclosing(self._answer(call, request.model)) as events:
                    async for event in events:
                        yield event
            except _ForeignReasoning:
                # Thoughts of another account are not this one's to decrypt. No retry: the
                # request is another one, and the answer had not begun.
                replay = False
                continue
            return

    async def _answer(self, call: Call, model: str) -> AsyncGenerator[StreamEvent]:
        assembly = call.assembly
        try:
            async with self._response(call) as response:
                _require_events(response.headers)
                splitter = SseSplitter()
                async for chunk in response.iter_bytes():
                    for _name, data in splitter.feed(chunk):
                        for event in self._take(assembly, data, model):
                            yield event
            failure = cut_short(model=model, usage=assembly.usage)
        except _FAILURES as error:
            if _is_foreign_reasoning(error):
                failure = _ForeignReasoning()
            else:
                failure = failure_of(error, key=self._key, model=model, usage=assembly.usage)
        except ModelError as error:
            failure = error
        if not assembly.is_whole:
            raise failure
        # Last, when the response is read to its end: the connection can serve the next call.
        for event in assembly.finish():
            yield event

    @asynccontextmanager
    async def _response(self, call: Call) -> AsyncIterator[openai.AsyncAPIResponse[Any]]:
        """The open response; closed, and with it the connection when it is not read to its end."""
        response = await self._sdk.post(
            call.path,
            cast_to=cast(Any, object),
            content=call.raw,
            options={"headers": HEADERS},
            stream=True,
            stream_cls=openai.AsyncStream[Any],
        )
        opened = cast(openai.AsyncAPIResponse[Any], response)
        try:
            yield opened
        finally:
            await opened.close()

    async def count_tokens(self, request: ModelRequest) -> int:
        """See `ModelClient.count_tokens`; the API does not count, so this is an estimate."""
        return estimate_request(request)

    async def probe(self) -> str:
        """See `ModelClient.probe`."""
        names = await self.models()
        if not names:
            return "Connected. It serves no model yet."
        more = ", …" if len(names) > 3 else ""
        return f"Connected. It serves {', '.join(names[:3])}{more}."

    async def models(self) -> list[str]:
        """The ids of the models that the endpoint serves; raises `ModelError`."""
        try:
            page = await self._sdk.get("/models", cast_to=cast(Any, object))
        except _FAILURES as error:
            failure = failure_of(error, key=self._key, model="")
            if failure.status in (404, 405):
                failure.hint = hint_for("fatal", None, "not_this_api", "")
        except ValueError:
            failure = not_this_api("something that is not JSON")
        else:
            if (names := _names(page)) is not None:
                return names
            failure = not_this_api("something other than a list of models")
        raise failure

    async def aclose(self) -> None:
        """See `ModelClient.aclose`."""
        await self._sdk.close()

    async def _encoded(self, request: ModelRequest, replay: bool) -> Call:
        """Long ones are made beside the event loop."""
        if len(request.messages) <= INLINE_MESSAGES:
            return self._encode(request, replay)
        return await asyncio.to_thread(self._encode, request, replay)

    def _encode(self, request: ModelRequest, replay: bool) -> Call:
        estimate, names = estimate_request(request), own_names(request.tools)
        if self._dialect.responses:
            body = responses_body(request, self._dialect, replay=replay)
            reader: Assembly = ResponsesAssembly(estimate=estimate, names=names)
            return Call("/responses", body_bytes(body), reader)
        body = chat_body(request, self._dialect)
        return Call(
            "/chat/completions", body_bytes(body), ChatAssembly(estimate=estimate, names=names)
        )

    def _take(self, assembly: Assembly, data: str, model: str) -> list[StreamEvent]:
        if not data:
            return []
        if data.strip() == "[DONE]":
            assembly.done()
            return []
        try:
            event = json.loads(data)
            error = error_in(event)
            if error is None:
                return assembly.accept(event)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            failure = broken_event(model=model, usage=assembly.usage)
        else:
            failure = status_failure(200, error, key=self._key, model=model, usage=assembly.usage)
        raise failure


class _ForeignReasoning(ModelError):
    """The endpoint cannot read the reasoning that the history holds."""

    def __init__(self) -> None:
        super().__init__("fatal", "The reasoning in the history belongs to another account.")


def _is_foreign_reasoning(error: BaseException) -> bool:
    return (
        isinstance(error, openai.BadRequestError)
        and told_of(error.body).get("code") == FOREIGN_REASONING
    )


def _refuse_what_fails(request: ModelRequest, dialect: Dialect) -> None:
    if request.temperature is not None and dialect.is_own and reasons(request.model):
        raise ModelError(
            "fatal",
            f"{request.model} takes no temperature.",
            hint="Remove it from the agent's settings.",
        )


def _require_events(headers: httpx2.Headers) -> None:
    content_type = headers.get("content-type", "")
    if not content_type.startswith("text/event-stream"):
        kind = content_type.split(";")[0] or "no content type"
        raise not_this_api(f"{kind}, not an event stream")


def _names(page: Any) -> list[str] | None:
    """Ids of a list of models, also of servers that leave the envelope out."""
    rows = page.get("data", page.get("models")) if isinstance(page, dict) else page
    if not isinstance(rows, list):
        return None
    found = [row.get("id") or row.get("name") for row in rows if isinstance(row, dict)]
    return [str(name) for name in found if name]
