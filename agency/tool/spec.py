"""What a tool is, and what one call of it gets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from agency.policy import Nature, Outcome, ToolFacts

if TYPE_CHECKING:
    from agency.tool.schema import Arguments

Effect = Literal["pure", "idempotent", "once"]
Kind = Literal["function", "question", "child"]


# Characters; progress is a line for people, not a result.
MAX_PROGRESS = 2_000


class ToolError(Exception):
    """A refusal that the model should read: its text becomes the result of the call."""


class InvalidArguments(ToolError):
    """The arguments do not fit the tool; the text tells the model how to call it."""


def _ignore(text: str) -> None:
    """Progress that nobody asked for."""


@dataclass(frozen=True)
class ToolContext:
    """What a call knows of its surroundings.

    `call_id` is the same at every attempt of one call: the idempotency key for outside services.
    A whole result too large for the model is kept in `outputs`, when there is such a folder.
    """

    session_id: str
    run_id: str
    call_id: str
    folder: Path
    report_progress: Callable[[str], None] = _ignore
    outputs: Path | None = None


@dataclass(frozen=True, eq=False)
class ToolSpec:
    """One tool as the rest of the program sees it; `function` is None for an outside server's.

    The effect says what a repeat after a crash would do: nothing (`pure`), the same again
    (`idempotent`), or damage (`once`).
    """

    name: str
    description: str
    input_schema: Mapping[str, Any]
    effect: Effect = "once"
    parallel: bool = False
    default_policy: Outcome = "ask"
    kind: Kind = "function"
    module_path: str = ""
    is_async: bool = True
    sensitive: Mapping[str, Nature] = field(default_factory=dict)
    function: Callable[..., Any] | None = field(default=None, repr=False)
    arguments: Arguments | None = field(default=None, repr=False)

    @property
    def facts(self) -> ToolFacts:
        """What policy needs to know of this tool."""
        return ToolFacts(
            name=self.name,
            default_policy=self.default_policy,
            kind=self.kind,
            sensitive=self.sensitive,
        )
