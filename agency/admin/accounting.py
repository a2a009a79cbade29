"""Caps and what is reserved under them."""

from django.contrib import admin
from django.db.models import Q

from agency.admin.base import TruthAdmin
from agency.models import AnalyticsEvent, Budget, Interruption, Reservation


@admin.register(Budget)
class BudgetAdmin(TruthAdmin):
    """Hard caps."""

    list_display = ("scope", "subject", "unit", "window", "limit", "spent", "reserved")
    list_filter = ("scope", "unit", "window")
    search_hint = "the id of what is capped"
    ordering = ("-id",)
    related_lists = ((Reservation, "budget"), (Interruption, "budget"))

    def matching(self, term: str) -> Q:
        """By whom or what is capped, across the scopes, so that the index serves."""
        scopes = [name for name, _ in Budget._meta.get_field("scope").flatchoices]
        return Q(scope__in=scopes, subject=term)


@admin.register(Reservation)
class ReservationAdmin(TruthAdmin):
    """What model calls under way may still spend."""

    list_display = ("id", "budget", "amount", "created_at")
    list_select_related = ("budget",)
    search_ids = ("id", "budget", "model_call")
    ordering = ("-id",)


@admin.register(AnalyticsEvent)
class AnalyticsEventAdmin(TruthAdmin):
    """What is counted of the use of the product."""

    list_display = ("event", "at", "session_id", "user_id", "properties")
    list_filter = ("event",)
    search_ids = ("id", "session_id", "workspace_id")
    ordering = ("-at", "-id")
