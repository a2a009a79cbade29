"""What copies of sessions are answered with."""

from agency.api.shapes.problem import Shape
from agency.api.shapes.session import Session


class Imported(Shape):
    """The sessions at the top of the file, and what could not be kept as it was."""

    sessions: list[Session]
    notes: list[str]
