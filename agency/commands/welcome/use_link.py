"""Giving up a welcome link for a sign-in."""

from agency.commands.welcome.make_link import token_hash
from agency.models import User, WelcomeLink
from framework.core.errors import AppError
from framework.db.clock import ClockNow
from framework.db.transaction import unit_of_work


class WelcomeLinkSpent(AppError):
    """This link was used already, or is too old."""

    code = "welcome_link_spent"
    status = 410


def use_welcome_link(*, token: str) -> User:
    """The person whom the link signs in; of many who follow it, one gets in."""
    with unit_of_work():
        rows = WelcomeLink.objects.filter(
            token_hash=token_hash(token),
            used_at__isnull=True,
            expires_at__gt=ClockNow(),
            user__is_active=True,
        )
        link = rows.select_for_update(of=("self",), no_key=True).select_related("user").first()
        if link is None:
            raise WelcomeLinkSpent
        WelcomeLink.objects.filter(id=link.id).update(used_at=ClockNow())
    return link.user
