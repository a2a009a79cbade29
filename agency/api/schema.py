"""The OpenAPI document and a page to read it."""

import json
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularJSONAPIView
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import IsAuthenticated

from agency.api.auth import BearerAuthentication, CookieAuthentication, from_token
from agency.api.endpoint import JsonOnly
from agency.api.problems import MethodNotAllowed, handler, problem_response
from framework.core.errors import Unauthenticated

METHODS = ("get", "post", "patch", "delete")


class SchemaView(SpectacularJSONAPIView):
    """Generated from the code; needs a signed-in caller like everything else."""

    authentication_classes = (BearerAuthentication, CookieAuthentication)
    permission_classes = (IsAuthenticated,)
    content_negotiation_class = JsonOnly

    def get_exception_handler(self) -> Any:
        """Problems, as everywhere."""
        return handler


def docs(request: HttpRequest) -> HttpResponse:
    """The schema as a page without scripts; a browser that is not signed in is sent to do so."""
    if request.method not in ("GET", "HEAD"):
        refused = problem_response(MethodNotAllowed(f'Method "{request.method}" not allowed.'))
        refused["Allow"] = "GET"
        return refused
    try:
        known = from_token(request.META.get("HTTP_AUTHORIZATION", "")) is not None
    except AuthenticationFailed:
        return problem_response(Unauthenticated())
    if not known and not request.user.is_authenticated:
        if "text/html" in request.headers.get("Accept", ""):
            return redirect_to_login(request.get_full_path())
        return problem_response(Unauthenticated())
    schema = SchemaGenerator().get_schema(request=None, public=True)
    return render(request, "agency/docs.html", {"groups": grouped(schema), "info": schema["info"]})


def grouped(schema: dict[str, Any]) -> list[tuple[str, list[dict[str, Any]]]]:
    """The operations by the first word of their path."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for path, methods in schema["paths"].items():
        noun = path.split("/")[2]
        for method in METHODS:
            if method in methods:
                groups.setdefault(noun, []).append(described(path, method, methods[method]))
    return sorted(groups.items())


def described(path: str, method: str, operation: dict[str, Any]) -> dict[str, Any]:
    """One operation in the words of the page."""
    content = operation.get("requestBody", {}).get("content", {})
    body = next(iter(content.values()))["schema"] if content else None
    return {
        "path": path,
        "method": method.upper(),
        "text": operation.get("description", ""),
        "parameters": [
            {"name": one["name"], "in": one["in"], "text": one.get("description", "")}
            for one in operation.get("parameters", [])
        ],
        "body": json.dumps(body, indent=2) if body else "",
        "answers": ", ".join(str(code) for code in operation["responses"]),
    }
