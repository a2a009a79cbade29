"""What the app registers when it is ready: the live lists, and one-line receivers."""

from agency import models
from agency.channel.observe import observe
from agency.queries import catalogue


def connect() -> None:
    """Register every listed resource with its card; called once when the app is ready."""
    observe(models.Agent, resource="agent", card=catalogue.agent_card)
    observe(models.Mode, resource="mode", card=catalogue.mode_card)
    observe(models.Model, resource="model", card=catalogue.model_card)
    observe(models.Profile, resource="profile", card=catalogue.profile_card)
    observe(models.Provider, resource="provider", card=catalogue.provider_card)
    observe(models.Skill, resource="skill", card=catalogue.skill_card)
    observe(models.Policy, resource="policy", card=catalogue.policy_card)
    observe(models.Workspace, resource="workspace", card=catalogue.workspace_card)
    observe(models.Membership, resource="member", card=catalogue.member_card)
