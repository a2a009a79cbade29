"""Take a person's place in a workspace away."""

from uuid import UUID

from agency.access import workspace_for
from agency.channel.protocol import Catalog
from agency.errors import InUse
from agency.models import Membership
from framework.core.errors import NotFound
from framework.db.transaction import unit_of_work


def remove_member(*, user_id: int, workspace_id: UUID, member_id: UUID) -> None:
    """Take the person's place away; needs an owner. The last owner stays."""
    with unit_of_work():
        workspace_for(user_id, workspace_id, role="owner")
        rows = Membership.objects.select_for_update(no_key=True).filter(workspace_id=workspace_id)
        found = {row.id: row for row in rows}
        member = found.pop(member_id, None)
        if member is None:
            raise NotFound
        if not any(row.role == "owner" for row in found.values()):
            raise InUse("A workspace needs an owner; make somebody else one first.")
        Catalog.deleted(member)
        member.delete()
