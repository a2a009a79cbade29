"""Whether a tool call may run; see `agency.policy.decision`."""

from agency.policy.decision import (
    Decision,
    Nature,
    Origin,
    Outcome,
    Rule,
    Scope,
    ToolFacts,
    decide,
    remember_rule,
)

__all__ = [
    "Decision",
    "Nature",
    "Origin",
    "Outcome",
    "Rule",
    "Scope",
    "ToolFacts",
    "decide",
    "remember_rule",
]
