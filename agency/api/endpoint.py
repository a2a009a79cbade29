"""One way to write a view: what it takes, what it gives, who may call it.

A view method returns plain data or an Answer. `operation` reads the body, checks the token's
scope, makes repeats harmless and describes the method for the schema.
"""

import functools
import hashlib
import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from pydantic import BaseModel
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from agency.api.auth import BearerAuthentication, CookieAuthentication
from agency.api.openapi import Described
from agency.api.parsers import JSON_LIMIT, StrictJsonParser
from agency.api.problems import handler
from agency.api.shapes.problem import Problem
from agency.commands.idempotency import Answer, Once, answer_once
from agency.commands.requests.body import Versioned, read
from agency.queries.credentials import Caller
from framework.core.errors import Forbidden, Invalid, Stale

SAFE = ("GET", "HEAD", "OPTIONS")
KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 180},
    OpenApiParameter.HEADER,
    description="A repeat within 24 h returns the first result.",
)
IF_MATCH = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, description="The version that was read."
)


class JsonOnly(BaseContentNegotiation):
    """Everything here is JSON, whatever is asked for."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        wanted = (request.content_type or "").split(";")[0].strip().lower()
        for parser in parsers:
            if parser.media_type == wanted:
                return parser
        return None

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> Any:
        return renderers[0], renderers[0].media_type


class Endpoint(APIView):
    """The base of every view."""

    authentication_classes = (BearerAuthentication, CookieAuthentication)
    permission_classes = (IsAuthenticated,)
    parser_classes = (StrictJsonParser,)
    content_negotiation_class = JsonOnly
    schema = Described()
    body_limit = JSON_LIMIT
    once: Once | None = None

    def get_exception_handler(self) -> Any:
        return handler

    def with_current(self, act: Callable[[], Answer], read: Callable[[], Any]) -> Answer:
        """Run a write; a stale one is refused with the row as it is now."""
        try:
            return act()
        except Stale as error:
            if "current" in error.extra:
                raise
            raise Stale(current=read()) from error


def caller_of(request: Request) -> Caller:
    """Who calls; every view but health and readiness requires one."""
    caller = request.auth
    assert isinstance(caller, Caller)
    return caller


def once_of(request: Request) -> Once | None:
    """The request's Idempotency-Key with the digest of what is asked, if it has one."""
    key = request.META.get("HTTP_IDEMPOTENCY_KEY")
    if key is None:
        return None
    if not isinstance(request.data, dict):
        raise Invalid("the body must be a JSON object")
    fields = {name: value for name, value in request.data.items() if not hasattr(value, "read")}
    body = json.dumps(fields, sort_keys=True, default=str).encode("utf-8", "surrogatepass")
    files = [
        hashlib.sha256(file.read()).digest() + (file.seek(0) or b"")
        for file in request.FILES.values()
    ]
    method = (request.method or "").encode()
    asked = (method, request.get_full_path().encode("utf-8", "surrogatepass"), body, *files)
    return Once.named(caller_of(request).user_id, f"key:{key}", *asked)


def operation(
    *,
    body: type[BaseModel] | None = None,
    answer: Any = None,
    status: int = 200,
    scope: str | None = None,
    staff: bool = False,
    atomic: bool = True,
    parameters: Sequence[OpenApiParameter] = (),
    errors: Sequence[int] = (),
    media: str | None = None,
    public: bool = False,
    form: dict[str, Any] | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., Response]]:
    """Turn `method(self, request, [body], **path ids)` into a described view method.

    `atomic` writes stand or fall with the memory of their key; others wait or call out.
    """

    def decorate(method: Callable[..., Any]) -> Callable[..., Response]:
        is_read = method.__name__ == "get"

        @functools.wraps(method)
        def view(self: Endpoint, request: Request, **ids: Any) -> Any:
            if not public:
                _admit(request, scope or ("read" if is_read else "write"), staff)
            if body is not None:
                ids["body"] = read(body, _fields(request, body))

            def act() -> Answer:
                made = method(self, request, **ids)
                return made if isinstance(made, Answer) else Answer(status, made)

            if media is not None:
                return method(self, request, **ids)

            self.once = None if is_read else once_of(request)
            return _response(answer_once(self.once, act, atomic=atomic))

        responses = _responses(answer, status, media, errors, is_read=is_read, has_body=bool(body))
        extra = [] if is_read else [KEY]
        if body is not None and issubclass(body, Versioned):
            extra.append(IF_MATCH)
        described: Callable[..., Response] = extend_schema(
            request=form or body, responses=responses, parameters=[*parameters, *extra]
        )(view)
        return described

    return decorate


def _admit(request: Request, scope: str, staff: bool) -> None:
    caller = caller_of(request)
    caller.require(scope)
    if staff and not caller.is_staff:
        raise Forbidden("Only staff may see this.")


def _fields(request: Request, body: type[BaseModel]) -> Any:
    data = request.data
    match = request.META.get("HTTP_IF_MATCH")
    if match is None or not issubclass(body, Versioned) or not isinstance(data, dict):
        return data
    found = re.fullmatch(r'(?:W/)?"?(\d{1,18})"?', match.strip())
    if found is None:
        raise Invalid.field("If-Match", "must be the version that was read")
    return {"version": int(found[1])} | data


def _response(answer: Answer) -> Response:
    headers = {}
    if isinstance(answer.body, dict) and isinstance(answer.body.get("version"), int):
        headers["ETag"] = f'"{answer.body["version"]}"'
    return Response(answer.body, status=answer.status, headers=headers)


def _responses(
    answer: Any,
    status: int,
    media: str | None,
    errors: Sequence[int],
    *,
    is_read: bool,
    has_body: bool,
) -> dict[Any, Any]:
    refusals = {400, 401, 403, 404, 405, 503, *errors}
    if not is_read:
        refusals |= {409}
    if has_body:
        refusals |= {413, 415}
    good: Any = {status: OpenApiResponse(description="Done.") if answer is None else answer}
    if media is not None:
        good = {(status, media): answer}
    return good | {(code, "application/problem+json"): Problem for code in sorted(refusals)}
