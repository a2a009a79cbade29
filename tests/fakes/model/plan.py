"""Answers that the prompt itself dictates, so that a fake without memory can drive a run.

A user text with a line `PLAN: [step, …]` is followed step by step: the number of assistant
messages after it is the index. A restarted server goes on where the last one stopped.
"""

from __future__ import annotations

import json
from typing import Any

from tests.fakes.model.spec import Spec
from tests.fakes.model.validate_content import blocks_of

MARK = "PLAN:"
AFTERWARDS: Spec = {"text": "The plan is done."}


def planned(messages: list[dict[str, Any]]) -> Spec | None:
    """The step that is due now; None when the newest user text holds no plan."""
    step = 0
    for message in reversed(messages):
        if message["role"] == "assistant":
            step += 1
            continue
        texts = [block["text"] for block in blocks_of(message) if block["type"] == "text"]
        if texts:
            steps = _steps("\n".join(texts))
            return None if steps is None else (steps[step] if step < len(steps) else AFTERWARDS)
    return None


def _steps(text: str) -> list[Spec] | None:
    for line in text.splitlines():
        _, mark, rest = line.partition(MARK)
        if mark:
            try:
                steps = json.loads(rest)
            except ValueError:
                return None
            return steps if isinstance(steps, list) else [steps]
    return None
