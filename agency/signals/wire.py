"""What the app registers when it is ready: the live lists, and one-line receivers."""

from typing import Any

from django.contrib.auth.signals import user_logged_out

from agency import models
from agency.channel.observe import observe
from agency.commands.identity.revoke_token import tell_sockets
from agency.queries import catalogue, files


def connect() -> None:
    """Register every listed resource with its card; called once when the app is ready."""
    user_logged_out.connect(signed_out, dispatch_uid="agency.signed_out")
    observe(models.Document, resource="document", card=files.file_record)
    observe(models.Agent, resource="agent", card=catalogue.agent_card)
    observe(models.Mode, resource="mode", card=catalogue.mode_card)
    observe(models.Model, resource="model", card=catalogue.model_card)
    observe(models.Profile, resource="profile", card=catalogue.profile_card)
    observe(models.Provider, resource="provider", card=catalogue.provider_card)
    observe(models.Skill, resource="skill", card=catalogue.skill_card)
    observe(models.Policy, resource="policy", card=catalogue.policy_card)
    observe(models.Workspace, resource="workspace", card=catalogue.workspace_card)
    observe(models.Membership, resource="member", card=catalogue.member_card)


def signed_out(sender: Any, request: Any, user: Any, **_: Any) -> None:
    """The person's sockets look at once whether they may stay."""
    if user is not None:
        tell_sockets(user.pk)
