"""What a rule of this house is: it finds lines, says what to do, and carries its own proof."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tests.arch.source import Source

Find = Callable[[Source], Iterable[int]]


@dataclass(frozen=True)
class Rule:
    """Finds the lines of a file that break it.

    `good` and `bad` are the texts of two files at `sample`, the bad one at `bad_sample` if named.
    """

    name: str
    says: str
    find: Find
    good: str
    bad: str
    rooms: tuple[str, ...] = ("",)
    besides: tuple[str, ...] = ()
    apart: frozenset[str] = field(default_factory=frozenset)
    sample: str = "agency/sample.py"
    bad_sample: str = ""

    def covers(self, path: str) -> bool:
        """Whether the rule speaks about this file."""
        inside = path.startswith(self.rooms) and not path.startswith(self.besides)
        return inside and path not in self.apart

    def breaches(self, source: Source) -> list[str]:
        """One line of text for each breach."""
        if not self.covers(source.path):
            return []
        return [f"{source.path}:{line}: {self.says}" for line in self.find(source)]
