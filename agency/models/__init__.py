"""The tables, one noun per file."""

from agency.models.accounting import Budget, Reservation, TaskRecord
from agency.models.analytics import AnalyticsEvent
from agency.models.catalogue import Agent, McpServer, Mode, Model, Profile, Provider, Skill
from agency.models.compaction import Compaction
from agency.models.files import Attachment, Document, Photo
from agency.models.identity import (
    ApiToken,
    Membership,
    User,
    WelcomeLink,
    Workspace,
)
from agency.models.message import Idempotency, Message, QueuedMessage, ToolGroup
from agency.models.past import PastCall
from agency.models.room import ChatMessage, Conversation, Member, ReplyTurn
from agency.models.run import ModelCall, Run, Worker
from agency.models.search import SearchDuty, SearchSegment, SearchText
from agency.models.session import Branch, Session
from agency.models.small_job import SmallJob
from agency.models.tool_call import Interruption, ToolCall
from agency.models.tooling import Policy, Tool

__all__ = [
    "Agent",
    "AnalyticsEvent",
    "ApiToken",
    "Attachment",
    "Branch",
    "Budget",
    "ChatMessage",
    "Compaction",
    "Conversation",
    "Document",
    "Idempotency",
    "Interruption",
    "McpServer",
    "Member",
    "Membership",
    "Message",
    "Mode",
    "Model",
    "ModelCall",
    "PastCall",
    "Photo",
    "Policy",
    "Profile",
    "Provider",
    "QueuedMessage",
    "ReplyTurn",
    "Reservation",
    "Run",
    "SearchDuty",
    "SearchSegment",
    "SearchText",
    "Session",
    "Skill",
    "SmallJob",
    "TaskRecord",
    "Tool",
    "ToolCall",
    "ToolGroup",
    "User",
    "WelcomeLink",
    "Worker",
    "Workspace",
]
