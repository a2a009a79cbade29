"""Who looks after a fresh installation."""

from agency.commands.identity.create_user import create_user
from agency.models import User

NAME = "admin"


def first_administrator() -> User:
    """The oldest administrator; on a fresh installation one without a password is made."""
    found = User.objects.filter(is_superuser=True, is_active=True).order_by("id").first()
    return found or create_user(username=NAME, is_staff=True)
