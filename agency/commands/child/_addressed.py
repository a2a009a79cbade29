"""Which session a call of `Agent` or `InvokeAgent` is for."""

from collections.abc import Mapping
from typing import Any

from agency.access import visible_sessions
from agency.commands._rows import has_live_run, touch_session
from agency.commands.child._open import open_child
from agency.commands.copying._rows import copy_path
from agency.models import Agent, Branch, Run, Session, ToolCall
from agency.models.tool_call import ENDED_STATES
from agency.queries.path import path_head
from agency.tool import ToolError
from framework.core.ids import parse_uuid

BUSY = "That session is still at work for an earlier message. Wait for its result, or ask another."
UNKNOWN = "There is no session {id} that may be asked from here."


def child_for(run: Run, call: ToolCall, args: Mapping[str, Any]) -> Session:
    """The child that is to do the call's work, at rest; raises ToolError for what cannot be."""
    parent = run.session
    agent = _agent(parent, args.get("agent"))
    if call.name != "InvokeAgent":
        name = str(args.get("description", ""))
        like = parent if agent == parent.agent else None
        return open_child(parent, kind="child", agent=agent, like=like, name=name, call=call)
    if args.get("session_id"):
        return _asked(parent, call, args)
    known = Session.objects.filter(
        parent=parent, kind="invoked", agent=agent, parent_call__isnull=False, closed_at=None
    ).order_by("-created_at", "-id")
    for found in known[:1]:
        if (thread := _at_rest(found)) is not None:
            return _go_on(thread, call)
    like = parent if agent == parent.agent else None
    name = agent.name if agent is not None else ""
    return open_child(parent, kind="invoked", agent=agent, like=like, name=name, call=call)


def _agent(parent: Session, name: object) -> Agent | None:
    """The agent of that name or alias in the workspace; the parent's own when none is named."""
    if not name:
        return parent.agent
    agents = list(Agent.objects.filter(workspace_id=parent.workspace_id, enabled=True))
    wanted = str(name).casefold()
    for agent in agents:
        if wanted in (each.casefold() for each in (agent.name, *map(str, agent.aliases))):
            return agent
    known = ", ".join(sorted(agent.name for agent in agents)) or "none"
    raise ToolError(f"There is no agent named {name} here. The agents are: {known}.")


def _asked(parent: Session, call: ToolCall, args: Mapping[str, Any]) -> Session:
    """The session that the call names: an earlier child of this one goes on, others are copied."""
    identity = parse_uuid(args["session_id"])
    # What the answer shows, every reader of the asking session sees: so they must see the source.
    rows = visible_sessions(parent.owner_id).filter(workspace_id=parent.workspace_id)
    if parent.visibility == "workspace":
        rows = rows.filter(visibility="workspace")
    found = rows.select_related("agent", "active_branch").filter(pk=identity) if identity else ()
    source = next(iter(found), None)
    if source is None:
        raise ToolError(UNKNOWN.format(id=args["session_id"]))
    if source.parent_id == parent.id and source.parent_call_id is not None:
        thread = _at_rest(source)
        if thread is None:
            raise ToolError(BUSY)
        return _go_on(thread, call)
    agent = _agent(parent, args["agent"]) if args.get("agent") else source.agent
    like = source if agent == source.agent else None
    more: dict[str, Any] = {"agent": agent, "like": like, "name": source.name, "call": call}
    return forked(parent, source.active_branch, **more)


def forked(
    parent: Session, base: Branch | None, *, upto: int | None = None, **more: Any
) -> Session:
    """A child of `parent` that begins with what `base` shows, up to a depth or to its rest."""
    child = open_child(parent, kind="invoked", **more)
    if base is not None and child.active_branch is not None:
        copy_path(base.session, base, child.active_branch, upto=upto)
    return child


def _at_rest(found: Session) -> Session | None:
    """The session, locked, if it can take another message now."""
    rows = Session.objects.select_related("agent", "workspace", "parent_call", "active_branch")
    rows = rows.select_for_update(no_key=True, of=("self",))
    session = rows.get(pk=found.pk)
    served = session.parent_call is None or session.parent_call.state in ENDED_STATES
    if not served or session.closed_at is not None or has_live_run(session.id):
        return None
    head = path_head(session.active_branch_id) if session.active_branch_id else None
    return session if head is None or head.settled else None


def _go_on(session: Session, call: ToolCall) -> Session:
    session.parent_call = call
    touch_session(session, "parent_call")
    return session
