"""The link that the first start prints."""

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from agency.commands.welcome.use_link import WelcomeLinkSpent, use_welcome_link

BACKEND = "django.contrib.auth.backends.ModelBackend"


@never_cache
@require_GET
def welcome(request: HttpRequest, token: str) -> HttpResponse:
    """Sign the link's person in, once; later visits are told what to do instead."""
    try:
        user = use_welcome_link(token=token)
    except WelcomeLinkSpent as error:
        if request.user.is_authenticated:
            return HttpResponseRedirect("/")
        return render(request, "registration/welcome_spent.html", status=error.status)
    login(request, user, backend=BACKEND)
    return HttpResponseRedirect("/")
