"""Sessions that other sessions began."""

from agency.api.shapes.problem import PageShape, Shape
from agency.api.shapes.run import Run
from agency.api.shapes.session import Message, Session, Usage


class TreeUsage(Shape):
    """What a session used, alone and with its children."""

    own: Usage
    inclusive: Usage


class Child(Session):
    """A session that another one began, and what it used."""

    usage: TreeUsage


class ChildPage(PageShape):
    """Children, newest first."""

    results: list[Child]


class Invoked(Shape):
    """The copy that was asked, what it was asked, and the run that answers."""

    session: Session
    message: Message
    run: Run
