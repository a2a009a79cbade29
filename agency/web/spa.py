"""The one page of the client."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from agency.models import User
from agency.web.modules import module_map

FIRST_WINDOWS = ("agency/windows/desk/index.js", "agency/windows/session/index.js")
"""Loaded beside the shell, since nearly every visit shows them."""
SHEETS = [
    "tokens", "base", "components", "fields", "states", "overlays", "desktop", "frames",
    "strip", "session", "turn", "tool-call", "cards", "composer", "markdown", "panel",
    "branches", "windows", "lists", "inbox", "run", "search", "usage",
]  # fmt: skip
"""In this order; later sheets may refine earlier ones."""
THEMES = ("light", "dark")


@never_cache
@require_safe
@login_required
@ensure_csrf_cookie
def spa(request: HttpRequest) -> HttpResponse:
    """The page that holds every window; its query says which are open."""
    assert isinstance(request.user, User)
    modules = module_map()
    context = {
        "modules": modules,
        "preloads": modules.eager(*FIRST_WINDOWS),
        "sheets": [f"agency/styles/{name}.css" for name in SHEETS],
        "theme": theme_of(request.user),
    }
    return render(request, "agency/spa.html", context)


def theme_of(user: User) -> str:
    """The colours that the person asked for; empty follows the system."""
    wanted = user.preferences.get("theme") if isinstance(user.preferences, dict) else None
    return wanted if wanted in THEMES else ""
