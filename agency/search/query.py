"""What a person looks for: terms that must all be there, and how well a text answers."""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from agency.search.fold import fold
from agency.search.keys import is_letter, is_short, term_keys

MAX_TERMS = 8
MAX_TERM = 100
MOST_COUNTED = 10
HALF_LIFE_DAYS = 30.0
KIND_WORTH = {"session": 2.0, "agent": 1.5, "document": 1.0, "message": 0.0}
ROLE_WORTH = {"human": 0.2, "ai": 0.1, "tool": -0.3}


@dataclass(frozen=True)
class Query:
    """Folded terms; no sign among them has a meaning of its own."""

    terms: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> "Query":
        """The terms of what was typed, each once, the longest first; the first eight count."""
        found = [term[:MAX_TERM] for term in fold(text).split()]
        terms = list(dict.fromkeys(found))[:MAX_TERMS]
        return cls(tuple(sorted(terms, key=len, reverse=True)))

    @property
    def keys(self) -> set[int]:
        """The numbers that a text must have."""
        return {key for term in self.terms for key in term_keys(term)}

    def finds(self, folded: str) -> bool:
        """Whether every term stands in the folded text."""
        return all(next(spots(folded, term), None) is not None for term in self.terms)

    def worth(self, folded: str) -> float:
        """How well the folded text answers: whole words and their number, and all in a row."""
        total = sum(_term_worth(folded, term) for term in self.terms) / max(len(self.terms), 1)
        short = 1 / (1 + math.log10(1 + len(folded) / 200))
        return total + 0.5 * short


def spots(folded: str, term: str) -> Iterator[tuple[int, int]]:
    """Where the term stands; one or two letters only at the beginning of a word."""
    begins = is_short(term)
    for found in re.finditer(re.escape(term), folded):
        if not (begins and found.start() and is_letter(folded[found.start() - 1])):
            yield found.span()


def recency(at: datetime, newest: datetime) -> float:
    """What a younger text is worth more, beside the newest one."""
    days = max((newest - at).total_seconds(), 0) / 86_400
    return float(0.5 ** (days / HALF_LIFE_DAYS))


def _term_worth(folded: str, term: str) -> float:
    count = begins = whole = 0
    for start, end in spots(folded, term):
        count += 1
        opens = not start or not is_letter(folded[start - 1])
        begins += opens
        whole += opens and (end >= len(folded) or not is_letter(folded[end]))
        if count >= MOST_COUNTED:
            break
    return 0.5 * math.log1p(count) + 0.4 * bool(begins) + 0.8 * bool(whole)
