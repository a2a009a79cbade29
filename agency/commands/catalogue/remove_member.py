"""Take a person's place in a workspace away."""

from uuid import UUID

from agency.access import workspace_for
from agency.channel.protocol import Catalog
from agency.commands.identity.revoke_token import tell_sockets
from agency.errors import InUse
from agency.models import Membership
from framework.core.errors import NotFound
from framework.db.transaction import after_commit, unit_of_work


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
        gone = member.user_id
        member.delete()
        after_commit(lambda: tell_sockets(gone))
