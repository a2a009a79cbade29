"""How many children there may be, and how deep."""

from agency.commands.run.state import limit_of
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


def check_limits(run: Run) -> None:
    """Raise ToolError when the run may begin no further child.

    The agent's own limits count, and those of the agent at the root: a deeper one with a
    more generous setting does not widen what was allowed above it.
    """
    session = run.session
    agents = [session.agent]
    if session.root_id is not None:
        agents.append(Session.objects.select_related("agent").get(pk=session.root_id).agent)
    depth = min(limit_of(agent, "child_depth", DEPTH) for agent in agents)
    if session.depth >= depth:
        raise ToolError(TOO_DEEP.format(limit=depth))
    most = min(limit_of(agent, "children", CHILDREN) for agent in agents)
    if ToolCall.objects.filter(run=run, child_session_id__isnull=False).count() >= most:
        raise ToolError(TOO_MANY.format(limit=most))
