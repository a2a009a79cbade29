"""Routes of the fake: the provider's three, and `/_control/` for the test."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

from tests.fakes.model.errors import Refused, error_body
from tests.fakes.model.http import Connection, Request
from tests.fakes.model.load import play_load
from tests.fakes.model.plan import planned
from tests.fakes.model.play import play
from tests.fakes.model.spec import DEFAULT, input_tokens
from tests.fakes.model.state import State
from tests.fakes.model.validate import check_body, check_cache_points, check_headers, parse

MODELS = ("claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5", "claude-haiku-4-5")


class App:
    """Dispatches requests; holds the state."""

    def __init__(self, state: State | None = None) -> None:
        self.state = state or State()

    def connect(self) -> Connection:
        """A client arrived."""
        self.state.counts["connections"] += 1
        return Connection(self.handle)

    async def handle(self, request: Request, connection: Connection) -> None:
        """Answer one request of either kind."""
        if request.path.startswith("/_control/"):
            self._control(request, connection)
            return
        try:
            check_headers(request)
            await self._provider(request, connection)
        except Refused as refusal:
            self._refuse(request, refusal, connection)

    async def _provider(self, request: Request, connection: Connection) -> None:
        if request.path == "/v1/models":
            connection.answer(200, _model_page())
        elif request.path == "/v1/messages/count_tokens":
            body = parse(request.body)
            check_body(body, counting=True)
            self.state.counts["counted"] += 1
            connection.answer(200, {"input_tokens": input_tokens(body)})
        elif request.path == "/v1/messages":
            await self._message(request, connection)
        else:
            raise Refused(f"Not found: {request.path}", status=404)

    async def _message(self, request: Request, connection: Connection) -> None:
        at = time.monotonic()
        body = parse(request.body)
        if self.state.load is None:
            self._check(request, body, at)
        self.state.begin()
        ending = "abandoned"
        try:
            ending = await self._answer(body, connection)
        except asyncio.CancelledError:
            pass  # the client went away: that is an ending like any other
        finally:
            self.state.finish(ending)

    async def _answer(self, body: dict[str, Any], connection: Connection) -> str:
        spec = self.state.take(body) or planned(body["messages"])
        if spec is None and self.state.load is not None and body.get("stream"):
            await play_load(self.state.load, body, connection)
            return "whole"
        return await play(spec or DEFAULT, body, connection, self.state)

    def _check(self, request: Request, body: dict[str, Any], at: float) -> None:
        """Left out under load: a rule checked in Python would be measured as the product's time."""
        check_body(body)
        check_cache_points(request.body)
        self._check_window(body)
        headers = {k: v for k, v in request.headers.items() if k.startswith("anthropic-")}
        kept = {"path": request.path, "headers": headers, "body": body, "at": at}
        self.state.requests.append(kept)

    def _check_window(self, body: dict[str, Any]) -> None:
        window = self.state.window
        if window is not None and (taken := input_tokens(body)) > window:
            raise Refused(f"prompt is too long: {taken} tokens > {window} maximum")

    def _refuse(self, request: Request, refusal: Refused, connection: Connection) -> None:
        self.state.counts["refused"] += 1
        if refusal.status == 400 and not refusal.message.startswith("prompt is too long"):
            self.state.refused.append(
                {"message": refusal.message, "body": request.body.decode("utf-8", "replace")}
            )
        connection.answer(refusal.status, error_body(refusal.status, refusal.message))

    def _control(self, request: Request, connection: Connection) -> None:
        name = request.path.removeprefix("/_control/")
        given = json.loads(request.body) if request.body else None
        connection.answer(200, self.control(name, given))

    def control(self, name: str, given: Any) -> Any:
        """One control action, the same by HTTP and in memory."""
        state = self.state
        if name == "script":
            state.add(given if isinstance(given, list) else [given])
        elif name == "release":
            state.gate(given["name"]).set()
        elif name == "load":
            state.load = given
        elif name == "window":
            state.window = given["tokens"]
        elif name == "reset":
            state.reset()
        else:
            return _shown(state, name)
        return {"ok": True}


def _shown(state: State, name: str) -> Any:
    if name == "requests":
        return list(state.requests)
    if name == "refused":
        return list(state.refused)
    if name == "begun":
        return list(state.begun)
    if name == "stats":
        return state.stats()
    raise ValueError(f"no such control: {name}")


def _model_page() -> dict[str, Any]:
    models = [
        {
            "type": "model",
            "id": name,
            "display_name": name,
            "created_at": "2026-01-01T00:00:00Z",
            "lifecycle": "active",
        }
        for name in MODELS
    ]
    return {"data": models, "has_more": False, "first_id": MODELS[0], "last_id": MODELS[-1]}
