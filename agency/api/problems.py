"""Every refusal as `application/problem+json` with a stable `code`."""

import logging
from typing import Any

from django.core.exceptions import (
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
    TooManyFilesSent,
)
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.multipartparser import MultiPartParserError
from django.views import defaults
from rest_framework import exceptions
from rest_framework.response import Response

from framework.core.errors import (
    AppError,
    Forbidden,
    Invalid,
    NotFound,
    PayloadTooLarge,
    RateLimited,
    Unauthenticated,
)
from framework.core.ids import uuid7
from framework.db.errors import LOST, Unavailable

log = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"


class MethodNotAllowed(AppError):
    """This address does not take that method."""

    code = "method_not_allowed"
    status = 405


class UnsupportedMediaType(AppError):
    """Send JSON, or multipart where a file is expected."""

    code = "unsupported_media_type"
    status = 415


class CsrfFailed(Forbidden):
    """The CSRF token is missing or wrong."""

    code = "csrf_failed"


def as_problem(error: Exception) -> AppError:
    """The named refusal that an exception stands for; what is unknown is logged."""
    if isinstance(error, AppError):
        return error
    for kinds, translate in _KNOWN:
        if isinstance(error, kinds):
            return translate(error)
    return logged(error)


def logged(error: BaseException | None = None) -> AppError:
    """A failure of ours, told with the number under which the log has it."""
    instance = f"urn:uuid:{uuid7()}"
    log.error("a request failed: %s", instance, exc_info=error)
    return AppError("The server failed; it has been logged.", instance=instance)


def _forbidden(error: Exception) -> AppError:
    text = str(error)
    return CsrfFailed(text) if text.startswith("CSRF") else Forbidden()


_KNOWN: tuple[tuple[tuple[type[Exception], ...], Any], ...] = (
    (
        (exceptions.NotAuthenticated, exceptions.AuthenticationFailed),
        lambda error: Unauthenticated(str(error.detail)),
    ),
    ((exceptions.PermissionDenied, PermissionDenied), _forbidden),
    ((exceptions.NotFound, Http404), lambda _error: NotFound()),
    ((exceptions.MethodNotAllowed,), lambda error: MethodNotAllowed(str(error.detail))),
    ((exceptions.UnsupportedMediaType,), lambda error: UnsupportedMediaType(str(error.detail))),
    ((exceptions.Throttled,), lambda _error: RateLimited()),
    ((RequestDataTooBig, TooManyFilesSent), lambda _error: PayloadTooLarge()),
    (
        (exceptions.ParseError, MultiPartParserError, SuspiciousOperation),
        lambda _error: Invalid("the body cannot be read"),
    ),
    (LOST, lambda _error: Unavailable()),
)


def handler(error: Exception, context: dict[str, Any]) -> Response:
    """What the REST framework calls for any exception of a view."""
    problem = as_problem(error)
    headers = {}
    if problem.status == Unauthenticated.status:
        headers["WWW-Authenticate"] = 'Bearer realm="agency"'
    if problem.status == Unavailable.status:
        headers["Retry-After"] = "2"
    response = Response(problem.problem(), problem.status, headers=headers, content_type=MEDIA_TYPE)
    # A server that is not ready is asked often, and says why in its answer.
    response._has_been_logged = problem.code == "not_ready"  # type: ignore[attr-defined]  # Django's
    return response


def problem_response(error: AppError) -> HttpResponse:
    """The same for views outside the REST framework."""
    return JsonResponse(error.problem(), status=error.status, content_type=MEDIA_TYPE)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's own 400, in our words under /api/."""
    if _is_ours(request):
        return problem_response(as_problem(exception))
    return defaults.bad_request(request, exception)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's own 403, in our words under /api/."""
    if _is_ours(request):
        return problem_response(_forbidden(exception))
    return defaults.permission_denied(request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's own 404, in our words under /api/."""
    if _is_ours(request):
        return problem_response(NotFound())
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's own 500, in our words under /api/."""
    if _is_ours(request):
        return problem_response(logged())
    return defaults.server_error(request)


def _is_ours(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")
