"""Routes of the fake: chat completions, responses, models, and `/_control/` for the test.

Scripts are those of `tests.fakes.model.spec`; here "thinking_field" names the field of thoughts,
"cached" the tokens from the cache, "no_usage" and "no_finish" leave things out as some servers do,
"interleave" mixes the pieces of parallel calls, "code" is an error's code.
"""

from __future__ import annotations

import json
from typing import Any

from tests.fakes.model.app import App
from tests.fakes.model.errors import Refused
from tests.fakes.model.http import Connection, Request
from tests.fakes.model.plan import planned
from tests.fakes.model.play import Dialect, play
from tests.fakes.model.spec import DEFAULT
from tests.fakes.openai import chat_events, responses_events
from tests.fakes.openai.errors import error_body
from tests.fakes.openai.validate import check_headers
from tests.fakes.openai.validate_chat import check_chat
from tests.fakes.openai.validate_responses import check_responses

MODELS = ("gpt-5.4", "gpt-4.1-mini", "llama3.3:70b")
FOREIGN = "The encrypted content could not be verified."


def _chat_error(message: str, kind: str) -> bytes:
    return chat_events.frame(error_body(503, message, code=kind))


def _responses_error(message: str, kind: str) -> bytes:
    return responses_events.frame({"type": "error", "code": kind, "message": message})


CHAT = Dialect(chat_events.stream_of, _chat_error, error_body)
RESPONSES = Dialect(responses_events.stream_of, _responses_error, error_body)


class OpenAIApp(App):
    """The other provider's routes on the same machinery."""

    async def handle(self, request: Request, connection: Connection) -> None:
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
            rows = [{"id": name, "object": "model", "owned_by": "fake"} for name in MODELS]
            connection.answer(200, {"object": "list", "data": rows})
        elif request.path in ("/v1/chat/completions", "/v1/responses"):
            await self._message(request, connection)
        elif request.path.startswith("/other/"):
            connection.answer(200, {"hello": "I am another service."})
        else:
            raise Refused(f"Invalid URL ({request.method} {request.path})", status=404)

    async def _answer(self, body: dict[str, Any], connection: Connection) -> str:
        spec = self.state.take(body) or planned(_turns(body)) or DEFAULT
        return await play(spec, body, connection, self.state, _dialect(body))

    def _check(self, request: Request, body: dict[str, Any], at: float) -> None:
        if request.path == "/v1/responses":
            check_responses(body)
        else:
            check_chat(body)
        self._check_window(body)
        kept = {"path": request.path, "headers": request.headers, "body": body, "at": at}
        self.state.requests.append(kept)

    def _check_window(self, body: dict[str, Any]) -> None:
        taken = len(json.dumps(_messages(body))) // 4
        if self.state.window is not None and taken > self.state.window:
            raise Refused(f"Your input exceeds the context window: {taken} tokens.", status=400)

    def _refuse(self, request: Request, refusal: Refused, connection: Connection) -> None:
        self.state.counts["refused"] += 1
        told = refusal.message
        code = None
        if told.startswith("Your input exceeds"):
            code = "context_length_exceeded"
        elif told == FOREIGN:
            code = "invalid_encrypted_content"
        elif refusal.status == 400:
            text = request.body.decode("utf-8", "replace")
            self.state.refused.append({"message": told, "body": text})
        connection.answer(refusal.status, error_body(refusal.status, told, code=code))


def _dialect(body: dict[str, Any]) -> Dialect:
    return RESPONSES if "input" in body else CHAT


def _turns(body: dict[str, Any]) -> list[dict[str, Any]]:
    """Who said what, as far as a plan wants to know: a turn of the model is one message."""
    turns: list[dict[str, Any]] = []
    for item in _messages(body):
        role = item.get("role")
        if role == "user":
            content = item["content"]
            parts = [content] if isinstance(content, str) else [p.get("text", "") for p in content]
            turns.append({"role": "user", "content": "\n".join(parts)})
        elif role == "tool" or item.get("type") == "function_call_output":
            turns.append({"role": "user", "content": ""})
        elif role != "system" and (not turns or turns[-1]["role"] != "assistant"):
            turns.append({"role": "assistant", "content": ""})
    return turns


def _messages(body: dict[str, Any]) -> list[dict[str, Any]]:
    return list(body["input"] if "input" in body else body["messages"])
