"""Signing in, signing out, and the password."""

from typing import Any

from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.contrib.auth.views import LoginView, LogoutView, PasswordChangeView
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from agency.commands.identity.set_password import set_password
from agency.models import User
from agency.web.limits import Attempt
from agency.web.next_url import safe_next
from framework.core.errors import Invalid


class SignIn(LoginView):
    """Name and password; session key and CSRF token are both new afterwards."""

    template_name = "registration/login.html"
    form_class = AuthenticationForm
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Refuse before the password is looked at when there were too many tries."""
        self.attempt = Attempt(
            account=request.POST.get("username", ""), address=request.META.get("REMOTE_ADDR", "")
        )
        if wait := self.attempt.refused_for():
            return self.too_many(wait)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponseRedirect:
        """The password was right."""
        self.attempt.succeeded()
        response = super().form_valid(form)
        assert isinstance(response, HttpResponseRedirect)
        return response

    def too_many(self, wait: int) -> HttpResponse:
        """Say when to try again, without saying whether the account exists."""
        form = self.get_form_class()(self.request)
        context = self.get_context_data(form=form, wait_minutes=-(-wait // 60))
        response = self.render_to_response(context, status=429)
        response["Retry-After"] = str(wait)
        return response

    def get_redirect_url(self, request: HttpRequest | None = None) -> str:
        """Where to go next; anything but a path of this site is forgotten."""
        name = self.redirect_field_name
        wanted = self.request.POST.get(name) or self.request.GET.get(name)
        return safe_next(wanted, default="")


class SignOut(LogoutView):
    """Only by POST, so that no picture or link can do it."""

    http_method_names = ["post", "options"]  # noqa: RUF012 (Django names it so)

    def get_success_url(self) -> str:
        """Back to the sign-in page, whatever the request asks for."""
        return reverse("login")


class Password(PasswordChangeView):
    """Change the password; who came by a welcome link sets a first one."""

    template_name = "registration/password.html"
    success_url = "/"

    def form_valid(self, form: Any) -> HttpResponse:
        """Save by the command, which also closes what was open with the old password."""
        person = self.request.user
        assert isinstance(person, User)
        try:
            user = set_password(user_id=person.pk, password=form.cleaned_data["new_password1"])
        except Invalid as error:
            form.add_error("new_password1", error.detail)
            return self.form_invalid(form)
        update_session_auth_hash(self.request, user)
        return HttpResponseRedirect(str(self.success_url))

    def get_form_class(self) -> Any:
        """Without a password there is no old one to ask for."""
        user = self.request.user
        assert isinstance(user, User)
        return PasswordChangeForm if user.has_usable_password() else SetPasswordForm


@require_safe
def to_sign_in(request: HttpRequest) -> HttpResponseBase:
    """The admin has no sign-in of its own: there is one door, with one limit.

    Who is signed in already was sent here for lack of the right, and would go round for ever.
    """
    if request.user.is_authenticated:
        raise PermissionDenied
    wanted = safe_next(request.GET.get("next"), default=reverse("admin:index"))
    return HttpResponseRedirect(f"{reverse('login')}?{urlencode({'next': wanted})}")
