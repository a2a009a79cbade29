"""The forms by which administrators change people; each hands its answer to a command."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.admin import UserAdmin as StockUserAdmin
from django.contrib.auth.forms import AdminPasswordChangeForm
from django.http import HttpRequest
from django.http.response import HttpResponseBase, HttpResponseRedirect

from agency.commands.identity.change_user import ACCESS, PERSON, change_user
from agency.commands.identity.create_user import create_user
from agency.commands.identity.set_password import set_password
from agency.models import User
from framework.core.errors import AppError


class PasswordForm(AdminPasswordChangeForm):
    """The stock form, saved by the command that also closes sockets."""

    def save(self, commit: bool = True) -> Any:
        """Set the password that the form has checked, or none."""
        usable = self.cleaned_data.get("set_usable_password", True)
        password = self.cleaned_data["password1"] if usable else None
        self.user = set_password(user_id=self.user.pk, password=password)
        return self.user


class PeopleAdmin(StockUserAdmin):
    """Staff reads, administrators write; a refused command is shown on the form's page."""

    change_password_form = PasswordForm

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Make or change the person by the command."""
        if change:
            names = set(form.changed_data) & {*PERSON, *ACCESS}
            user = change_user(
                user_id=obj.pk, changes={name: form.cleaned_data[name] for name in names}
            )
        else:
            user = create_user(
                username=form.cleaned_data["username"],
                password=form.cleaned_data.get("password1") or None,
            )
        obj.pk = user.pk
        obj.refresh_from_db()

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """The page of one person."""
        return self._refusable(request, lambda: super(PeopleAdmin, self).changeform_view(
            request, *args, **kwargs
        ))  # fmt: skip

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> Any:
        """The page of one person's password."""
        return self._refusable(request, lambda: super(PeopleAdmin, self).user_change_password(
            request, id, form_url
        ))  # fmt: skip

    def _refusable(
        self, request: HttpRequest, view: Callable[[], HttpResponseBase]
    ) -> HttpResponseBase:
        try:
            return view()
        except AppError as error:
            self.message_user(request, error.detail, messages.ERROR)
            return HttpResponseRedirect(request.get_full_path())

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Staff sees who there is."""
        return bool(request.user.is_active and request.user.is_staff)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Staff reads every row."""
        return self.has_module_permission(request)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Administrators let people in."""
        return bool(request.user.is_active and request.user.is_superuser)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Administrators change people."""
        return self.has_add_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody is deleted: deactivated people keep what they made."""
        return False
