"""Looking at runs from outside."""

from agency.models import Interruption, Message, Run, Session, ToolCall
from tests.plugin.services import wait_until


def status_of(run: Run) -> str:
    """The run's status as it stands."""
    return str(Run.objects.values_list("status", flat=True).get(pk=run.pk))


def wait_for(run: Run | None, *statuses: str, seconds: float = 60) -> Run:
    """Wait until the run has one of the statuses; the run as it stands then."""
    assert run is not None
    try:
        wait_until(lambda: status_of(run) in statuses, f"status {' or '.join(statuses)}", seconds)
    except TimeoutError as error:
        raise TimeoutError(f"{error}; it is {status_of(run)}") from error
    return Run.objects.get(pk=run.pk)


def path(session: Session) -> list[tuple[str, str]]:
    """Role and text of each message of a session without forks, in order."""
    rows = Message.objects.filter(session=session).order_by("depth")
    return [(row.role, text_of(row)) for row in rows]


def text_of(row: Message) -> str:
    """All text of a message."""
    content = row.content["content"]
    if isinstance(content, str):
        return content
    return "".join(block.get("text", "") for block in content)


def pending(session: Session) -> list[Interruption]:
    """The questions that wait for a person, oldest first."""
    rows = Interruption.objects.filter(session=session, status="pending")
    return list(rows.order_by("created_at"))


def calls(session: Session) -> list[ToolCall]:
    """All tool calls, oldest first."""
    rows = ToolCall.objects.filter(session=session)
    return list(rows.order_by("created_at", "idx"))
