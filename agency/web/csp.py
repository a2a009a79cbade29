"""The content security policy of every page."""

from collections.abc import Awaitable, Callable

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from agency.web.modules import module_map

BASE = {
    "default-src": "'none'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "frame-src": "'self' https://www.youtube-nocookie.com",
    "media-src": "'self'",
    "worker-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
TRUSTED_TYPES = {"require-trusted-types-for": "'script'", "trusted-types": "dompurify"}
HEADER = "Content-Security-Policy"


def policy(path: str) -> str:
    """The header's value for a page at `path`.

    The stock admin's own scripts write markup as strings, so there alone trusted types are
    not demanded; scripts from elsewhere, and inline ones, are refused there too.
    """
    script = {"script-src": f"'self' '{module_map().digest}'"}
    parts = {**BASE, **script, **({} if path.startswith("/admin/") else TRUSTED_TYPES)}
    return "; ".join(f"{name} {value}" for name, value in parts.items())


class ContentSecurityPolicyMiddleware:
    """Adds the policy to every response that does not bring its own."""

    sync_capable = True
    async_capable = True

    def __init__(
        self, get_response: Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]]
    ) -> None:
        self.get_response = get_response
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        response = self.get_response(request)
        if isinstance(response, HttpResponseBase):
            return protect(request, response)
        return self.later(request, response)

    async def later(
        self, request: HttpRequest, response: Awaitable[HttpResponseBase]
    ) -> HttpResponseBase:
        """The same under ASGI."""
        return protect(request, await response)


def protect(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Set the headers that a response lacks."""
    if HEADER not in response:
        response[HEADER] = policy(request.path)
    if isinstance(response, HttpResponse) and "Permissions-Policy" not in response:
        response["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()"
    return response
