"""How full a model's window is, by the provider's own count as far as there is one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from agency.llm.port import Usage
from agency.llm.tokens import estimate_message
from agency.loop.history import Working
from agency.models import Branch, Model

FULL = 85
"""Percent of the window at which the older part of a path is summarised."""


@dataclass(frozen=True, slots=True)
class Fill:
    """Tokens that the next request takes, the window, and where summarising begins."""

    tokens: int
    window: int
    threshold: int
    model: str

    @property
    def is_over(self) -> bool:
        """Whether the older part should be summarised before the request is sent."""
        return self.tokens > self.threshold

    def context(self, tokens: int) -> dict[str, Any]:
        """What the branch remembers, once so many tokens are taken."""
        return {
            "tokens": tokens,
            "window": self.window,
            "threshold": self.threshold,
            "model": self.model,
        }

    def answered(self, usage: Usage) -> dict[str, Any]:
        """The same after an answer that took so much."""
        return self.context(usage.context_tokens or self.tokens)


def threshold_of(model: Model) -> int:
    """Room for the answer is kept free; but half of a window may always be used."""
    free = min(model.window * FULL // 100, model.window - model.max_output)
    return max(free, model.window // 2)


def fill_of(branch: Branch, model: Model, working: Working, estimate: int) -> Fill:
    """The last answer's own count with an estimate of what came after it, else `estimate`."""
    counted = _counted(branch.context, model, working)
    return Fill(
        tokens=estimate if counted is None else counted,
        window=model.window,
        threshold=threshold_of(model),
        model=model.model_id,
    )


def _counted(known: Mapping[str, Any] | None, model: Model, working: Working) -> int | None:
    if known is None or known.get("model") != model.model_id:
        return None
    depth = int(known.get("depth", 0))
    if depth < working.summed:
        return None
    fresh = working.messages[depth - working.summed :]
    return int(known["tokens"]) + sum(estimate_message(message) for message in fresh)
