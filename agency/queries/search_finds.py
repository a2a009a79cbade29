"""One thing that was found, before it is shown."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from agency.queries.search_rows import Hit

Rank = tuple[float, float, str]


@dataclass(frozen=True, slots=True)
class Find:
    """Found by a row of the index (`hit`), or among names that need none (`title`, `words`)."""

    kind: str
    id: UUID
    at: datetime
    score: float
    hit: Hit | None = None
    title: str = ""
    words: str = ""

    @property
    def rank(self) -> Rank:
        """Best first, then newest; the id decides the rest."""
        return -self.score, -self.at.timestamp(), str(self.id)
