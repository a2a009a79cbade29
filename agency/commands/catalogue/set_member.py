"""Give a person a place in a workspace."""

from uuid import UUID

from agency.access import workspace_for
from agency.channel.protocol import Catalog
from agency.errors import InUse
from agency.models import Membership, User
from agency.models.identity import ROLES
from framework.core.errors import Invalid, NotFound
from framework.db.transaction import unit_of_work


def set_member(
    *, user_id: int, workspace_id: UUID, username: str, role: str, can_answer: bool
) -> Membership:
    """Add the person or change the role; needs an owner. The last owner stays one."""
    if role not in ROLES:
        raise Invalid.field("role", f"must be one of {', '.join(ROLES)}")
    with unit_of_work():
        workspace_for(user_id, workspace_id, role="owner")
        person = User.objects.filter(username=username, is_active=True).first()
        if person is None:
            raise NotFound("There is no such person on this server.")
        rows = Membership.objects.select_for_update(no_key=True).filter(workspace_id=workspace_id)
        owners = [row.user_id for row in rows if row.role == "owner"]
        if role != "owner" and owners == [person.pk]:
            raise InUse("A workspace needs an owner; make somebody else one first.")
        member, created = Membership.objects.update_or_create(
            workspace_id=workspace_id,
            user=person,
            defaults={"role": role, "can_answer": can_answer},
        )
        Catalog.changed(member, "created" if created else "updated")
        return member
