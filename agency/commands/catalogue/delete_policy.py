"""Revoke a rule."""

from uuid import UUID

from agency.access import policy_for
from agency.channel.protocol import Catalog
from framework.db.transaction import unit_of_work


def delete_policy(*, user_id: int, policy_id: UUID) -> None:
    """Delete the rule; calls that were decided by it stay as they are."""
    with unit_of_work():
        rule = policy_for(user_id, policy_id)
        if rule.scope != "session":
            Catalog.deleted(rule)
        rule.delete()
