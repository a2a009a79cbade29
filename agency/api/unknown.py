"""Addresses under /api/ that nothing answers."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

from agency.api.problems import problem_response
from framework.core.errors import NotFound


@csrf_exempt
def unknown(request: HttpRequest) -> HttpResponse:
    """404 as a problem; addresses end with a slash, which is said when only that is missing."""
    if not request.path.endswith("/"):
        return problem_response(NotFound("There is nothing here; addresses end with a slash."))
    return problem_response(NotFound("There is nothing at this address."))
