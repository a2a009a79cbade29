"""What the pages of the admin share: truth is read, and acted on only through commands."""

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Any, ClassVar
from uuid import UUID

from django.contrib import admin, messages
from django.db.models import Model as Row
from django.db.models import Q
from django.http import HttpRequest

from agency.admin.display import list_links, shown_fields
from agency.admin.paginator import EstimatingPaginator
from agency.models import Membership
from framework.core.errors import AppError

NOTHING = Q(pk__in=())


class TruthAdmin(admin.ModelAdmin):
    """Rows that only commands write: staff lists and reads them, nobody types over them.

    Note: a search is either an id, found by index in `search_ids`, or a part of a name in
    `search_names`. Stock search would compare all of these at once, as text, in every row.
    """

    paginator = EstimatingPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    list_per_page = 50
    list_max_show_all = 50
    list_filter: ClassVar[Any] = ()
    list_select_related: ClassVar[Any] = False
    search_ids: tuple[str, ...] = ("id",)
    search_names: tuple[str, ...] = ()
    search_hint: str = ""
    hidden: tuple[str, ...] = ()
    related_lists: tuple[tuple[type[Row], str], ...] = ()

    def __init_subclass__(cls) -> None:
        cls.search_help_text = cls.search_hint or hint(cls.search_ids, cls.search_names)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Everything of the row but secrets, then the ways to what belongs to it."""
        fields = shown_fields(self.model, self.hidden)
        return [*fields, list_links(self.related_lists)] if self.related_lists else fields

    def get_search_fields(self, request: HttpRequest) -> tuple[str, ...]:
        """What the search box looks at; none, and there is no box."""
        return self.search_ids + self.search_names

    def get_search_results(
        self, request: HttpRequest, queryset: Any, search_term: str
    ) -> tuple[Any, bool]:
        """The rows that the term names."""
        term = search_term.strip()
        return (queryset.filter(self.matching(term)) if term else queryset), False

    def matching(self, term: str) -> Q:
        """The condition for one search term."""
        if wanted := as_uuid(term):
            return reduce(or_, (Q(**{field: wanted}) for field in self.search_ids), NOTHING)
        names = (Q(**{f"{field}__icontains": term}) for field in self.search_names)
        return reduce(or_, names, NOTHING)

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Staff sees every table."""
        return bool(request.user.is_active and request.user.is_staff)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Staff reads every row."""
        return self.has_module_permission(request)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody makes truth by hand."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody edits truth by hand."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody deletes truth by hand."""
        return False

    def has_act_permission(self, request: HttpRequest) -> bool:
        """Who may act, through commands, on what belongs to other people."""
        return bool(request.user.is_active and request.user.is_superuser)


def hint(ids: tuple[str, ...], names: tuple[str, ...]) -> str:
    """What may be written into the search box."""
    whole = [name.removesuffix("_id").replace("_", " ") for name in ids if name != "id"]
    parts = [f"a part of its {' or '.join(names).replace('_', ' ')}"] if names else []
    own = ["its id"] if "id" in ids else []
    return "; ".join([*own, *([f"the id of its {', '.join(whole)}"] if whole else []), *parts])


def as_uuid(text: str) -> UUID | None:
    """The id that the text spells, or None."""
    try:
        return UUID(text)
    except ValueError:
        return None


def acting_in(request: HttpRequest, workspace_id: UUID) -> int:
    """Whose rights an action in a workspace uses: one's own there, else its first owner's."""
    me: Any = request.user.pk
    members = Membership.objects.filter(workspace_id=workspace_id)
    if members.filter(user_id=me).exists():
        return int(me)
    owners = members.filter(role="owner").order_by("created_at", "id")
    return owners.values_list("user_id", flat=True).first() or int(me)


def run_command(
    page: "admin.ModelAdmin[Any]",
    request: HttpRequest,
    rows: Any,
    command: Callable[[Any], object],
    done: str,
) -> None:
    """Call a command for each chosen row; refusals are shown and stop nothing else."""
    good = 0
    for row in rows:
        try:
            command(row)
        except AppError as error:
            page.message_user(request, f"{row}: {error.detail}", messages.WARNING)
        else:
            good += 1
            page.log_change(request, row, f"{done}.")
    if good:
        page.message_user(request, f"{done}: {good}", messages.SUCCESS)
