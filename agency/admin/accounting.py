"""Caps and what is reserved under them."""

from django.contrib import admin

from agency.admin.base import TruthAdmin
from agency.models import Budget, Reservation


@admin.register(Budget)
class BudgetAdmin(TruthAdmin):
    """Hard caps."""

    list_display = ("scope", "subject", "unit", "window", "limit", "spent", "reserved")
    list_filter = ("scope", "unit", "window")
    search_fields = ("subject__exact",)
    ordering = ("-id",)


@admin.register(Reservation)
class ReservationAdmin(TruthAdmin):
    """What model calls under way may still spend."""

    list_display = ("id", "budget", "amount", "created_at")
    list_select_related = ("budget",)
    ordering = ("-id",)
