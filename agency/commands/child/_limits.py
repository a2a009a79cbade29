"""How many children there may be, and how deep."""

from agency.commands.run.state import limit_of
from agency.errors import TooDeep
from agency.models import Run, Session, ToolCall
from agency.tool import ToolError

DEPTH = 3
CHILDREN = 20
TOO_DEEP = (
    "Not begun: sessions may begin others only {limit} deep, and this one stands at that depth. "
    "Do the work yourself, or report what is missing."
)
TOO_MANY = (
    "Not begun: one run may begin at most {limit} others, and this one has. "
    "Go on with the results that you have."
)


def check_depth(session: Session) -> None:
    """Raise TooDeep when a person may begin nothing below the session."""
    if session.depth >= strictest(session, "child_depth", DEPTH):
        raise TooDeep


def strictest(session: Session, name: str, default: int) -> int:
    """The limit of the session's agent, or that of the agent at the root where it is less.

    A deeper agent with a more generous setting does not widen what was allowed above it.
    """
    agents = [session.agent]
    if session.root_id is not None:
        agents.append(Session.objects.select_related("agent").get(pk=session.root_id).agent)
    return min(limit_of(agent, name, default) for agent in agents)


def check_limits(run: Run) -> None:
    """Raise ToolError when the run may begin no further child."""
    session = run.session
    depth = strictest(session, "child_depth", DEPTH)
    if session.depth >= depth:
        raise ToolError(TOO_DEEP.format(limit=depth))
    most = strictest(session, "children", CHILDREN)
    if ToolCall.objects.filter(run=run, child_session_id__isnull=False).count() >= most:
        raise ToolError(TOO_MANY.format(limit=most))
