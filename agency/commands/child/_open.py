"""Make the row of a child session, and give it something to do."""

from collections.abc import Mapping
from typing import Any, TypedDict, Unpack
from uuid import UUID

from langchain_core.messages import HumanMessage, message_to_dict

from agency.channel.protocol import Monitor
from agency.commands._analytics import count_start
from agency.commands._rows import append_message, create_run
from agency.models import Agent, Branch, Message, Run, Session, ToolCall
from agency.prompt.titles import fallback_title
from framework.core.ids import uuid7
from framework.core.text import visible_json
from framework.db.transaction import require_transaction


class More(TypedDict, total=False):
    """What else a child may be made with."""

    session_id: UUID | None
    name: str
    call: ToolCall | None


def open_child(
    parent: Session, *, kind: str, agent: Agent | None, like: Session | None, **more: Unpack[More]
) -> Session:
    """A child with an empty branch; it shares its parent's owner, readers, workspace and folder.

    `like` is a session of the same agent whose mode and overrides it takes; without one it
    follows its agent. The record is told by the first change of its status.
    """
    require_transaction()
    follows = like if like is not None else agent
    session = Session.objects.create(
        id=more.get("session_id") or uuid7(),
        workspace=parent.workspace,
        owner_id=parent.owner_id,
        visibility=parent.visibility,
        kind=kind,
        parent=parent,
        parent_call=more.get("call"),
        root_id=parent.root_id or parent.id,
        depth=parent.depth + 1,
        agent=agent,
        mode_id=follows.mode_id if follows is not None else None,
        folder=parent.folder,
        overrides=dict(like.overrides) if like is not None else {},
        name=fallback_title(more.get("name", "")),
    )
    session.active_branch = Branch.objects.create(session=session)
    session.save(update_fields=["active_branch"])
    count_start(session)
    return session


def tell_child(child: Session, content: Mapping[str, Any], **more: Any) -> tuple[Message, Run]:
    """Say something in a child at rest and queue the run that answers; the parent's clients hear.

    `content` is LangChain's dump of a human message, already storable.
    """
    branch = child.active_branch
    assert branch is not None
    branch.session = child
    message = append_message(branch, role="human", content=dict(content), settled=True, **more)
    Monitor.child_started(child)
    return message, create_run(branch, kind="child")


def prompt_content(prompt: str) -> dict[str, Any]:
    """A task as the content of a human message."""
    content: dict[str, Any] = visible_json(message_to_dict(HumanMessage(content=prompt))["data"])
    return content
