"""What the fake knows: its script, what it was asked, how the streams ended."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter, deque
from typing import Any

from tests.fakes.model.spec import Spec

REMEMBERED = 5000
SMALL = "You name "
"""How the requests for titles and names of groups begin; they come beside the turns."""


class State:
    """Everything that `/_control/` shows and changes."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Forget all of it; streams under way go on."""
        self.script: list[Spec] = []
        self.requests: deque[dict[str, Any]] = deque(maxlen=REMEMBERED)
        self.refused: list[dict[str, Any]] = []
        self.counts: Counter[str] = Counter()
        self.live = 0
        self.most_live = 0
        self.begun: deque[float] = deque(maxlen=REMEMBERED)
        self.load: dict[str, Any] | None = None
        self.window: int | None = None
        self._gates: dict[str, asyncio.Event] = {}

    def add(self, specs: list[Spec]) -> None:
        """Append to the script."""
        self.script.extend(dict(spec) for spec in specs)

    def take(self, body: dict[str, Any]) -> Spec | None:
        """The first scripted answer that is meant for this conversation."""
        if not self.script:
            return None
        system = body.get("system", body.get("instructions"))
        told = json.dumps([system, body.get("messages", body.get("input"))], ensure_ascii=False)
        is_small = SMALL in (json.dumps(system) if system else told[:400])
        for index, spec in enumerate(self.script):
            if is_small and "match" not in spec:
                continue  # an answer to a turn, which this request has overtaken
            if spec.get("match", "") in told:
                times = spec.get("times", 1)
                if times == 1:
                    del self.script[index]
                elif times > 1:
                    spec["times"] = times - 1
                return spec
        return None

    def gate(self, name: str) -> asyncio.Event:
        """What a spec with "hold" waits for."""
        return self._gates.setdefault(name, asyncio.Event())

    def begin(self) -> None:
        """A model call starts."""
        self.live += 1
        self.most_live = max(self.most_live, self.live)
        self.begun.append(time.monotonic())
        self.counts["started"] += 1

    def finish(self, ending: str) -> None:
        """A model call ends, whatever way."""
        self.live -= 1
        self.counts[ending] += 1

    def stats(self) -> dict[str, Any]:
        """Counters: started = live + whole + error + cut + abandoned."""
        names = ("started", "whole", "error", "cut", "abandoned", "refused", "connections",
                 "counted")  # fmt: skip
        return {
            **{name: self.counts[name] for name in names},
            "live": self.live,
            "most_live": self.most_live,
            "scripted": len(self.script),
        }
