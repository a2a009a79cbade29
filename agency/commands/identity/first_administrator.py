"""Who looks after a fresh installation, and how they come in."""

from agency.commands.identity.create_user import create_user
from agency.commands.welcome.make_link import make_welcome_link
from agency.models import User

NAME = "admin"


def first_administrator() -> User:
    """The oldest administrator; on a fresh installation one without a password is made."""
    found = User.objects.filter(is_superuser=True, is_active=True).order_by("id").first()
    return found or create_user(username=NAME, is_staff=True)


def first_welcome() -> str:
    """The path of a link that signs the first administrator in, once; empty when a password can.

    Each call makes a new link and ends the one before. An administrator who has no password
    and has lost the browser's cookie would otherwise be locked out.
    """
    user = first_administrator()
    if user.has_usable_password():
        return ""
    return f"welcome/{make_welcome_link(user_id=user.pk)}/"
