"""One way to write a view: what it takes, what it gives, who may call it.

A view method returns plain data or an Answer. `operation` reads the body, checks the token's
scope, makes repeats harmless and describes the method for the schema.
"""

import functools
import hashlib
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from drf_spectacular.types import OpenApiTypes
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
from agency.commands.requests.body import Versioned, is_own_key, is_safe_again, read
from agency.queries.credentials import Caller
from framework.core.errors import Forbidden, Invalid, Stale

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
        """The parser of exactly the given type; none, or a packed body, is refused with 415."""
        if request.META.get("HTTP_CONTENT_ENCODING", "identity").lower() != "identity":
            return None
        wanted = (request.content_type or "").split(";")[0].strip().lower()
        for parser in parsers:
            if parser.media_type == wanted:
                return parser
        return None

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> Any:
        """Always JSON."""
        return renderers[0], renderers[0].media_type


class Endpoint(APIView):
    """The base of every view."""

    authentication_classes: Any = (BearerAuthentication, CookieAuthentication)
    permission_classes: Any = (IsAuthenticated,)
    parser_classes: Any = (StrictJsonParser,)
    content_negotiation_class = JsonOnly
    schema = Described()
    operation_word = ""
    """Tells two addresses apart that differ by an id in the middle only, in the schema's names."""
    body_limit = JSON_LIMIT
    once: Once | None = None

    def get_exception_handler(self) -> Any:
        """Problems, whatever the settings say."""
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


def _key(request: Request) -> str | None:
    found: str | None = request.META.get("HTTP_IDEMPOTENCY_KEY")
    return found


def once_of(request: Request) -> Once | None:
    """The request's Idempotency-Key with the digest of what is asked, if it has one."""
    key = _key(request)
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
    return Once.named(caller_of(request).user_id, key, *asked)


@dataclass(frozen=True, kw_only=True)
class operation:
    """Turns `method(self, request, [body], **path ids)` into a described view method.

    `atomic` writes stand or fall with the memory of their key; others wait or call out.
    """

    body: type[BaseModel] | None = None
    answer: Any = None
    status: int = 200
    scope: str | None = None
    staff: bool = False
    atomic: bool = True
    parameters: Sequence[OpenApiParameter] = ()
    errors: Sequence[int] = ()
    media: Sequence[str] = ()
    public: bool = False
    form: dict[str, Any] | None = None

    def __call__(self, method: Callable[..., Any]) -> Callable[..., Any]:
        is_read = method.__name__ == "get"
        scope = self.scope or ("read" if is_read else "write")

        @functools.wraps(method)
        def view(endpoint: Endpoint, request: Request, **ids: Any) -> Any:
            if not self.public:
                _admit(request, scope, self.staff)
            if self.body is not None:
                ids["body"] = read(self.body, _fields(request, self.body))
            if self.media:
                return method(endpoint, request, **ids)
            endpoint.once = None if is_read else once_of(request)
            body = ids.get("body")
            answer = answer_once(
                None if is_own_key(body, _key(request)) else endpoint.once,
                lambda: self._answer(method, endpoint, request, ids),
                atomic=self.atomic,
                waits=not is_safe_again(body),
            )
            return _response(answer)

        described: Callable[..., Any] = extend_schema(
            request=self.form or self.body,
            responses=self._responses(is_read),
            parameters=[*self.parameters, *self._headers(is_read)],
        )(view)
        return described

    def _answer(
        self, method: Callable[..., Any], endpoint: Endpoint, request: Request, ids: dict[str, Any]
    ) -> Answer:
        made = method(endpoint, request, **ids)
        return made if isinstance(made, Answer) else Answer(self.status, made)

    def _headers(self, is_read: bool) -> list[OpenApiParameter]:
        versioned = self.body is not None and issubclass(self.body, Versioned)
        return [*([] if is_read else [KEY]), *([IF_MATCH] if versioned else [])]

    def _responses(self, is_read: bool) -> dict[Any, Any]:
        refusals = {400, 401, 403, 404, 405, 503, *self.errors}
        if not is_read:
            refusals |= {409}
        if self.body is not None:
            refusals |= {413, 415}
        good: Any = self.answer or OpenApiResponse(description="Done.")
        forms: dict[Any, Any] = {
            (self.status, one): OpenApiTypes.OBJECT if one == "application/json" else good
            for one in self.media
        }
        media = "application/problem+json"
        return (forms or {self.status: good}) | {
            (code, media): Problem for code in sorted(refusals)
        }


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
