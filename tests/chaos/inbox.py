"""Answers: from two tabs at once, edited, denied, refused, or left to the clock."""

import asyncio
import contextlib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from tests.chaos.api import Api, GaveUp
from tests.chaos.tab import Tab
from tests.chaos_tools.effects import read_log

LOOK_SECONDS = 2.0
LEFT_TO_THE_CLOCK = 0.1

Answer = dict[str, Any]


@dataclass
class Inbox:
    """One person's questions; `accepted` counts how often each was answered with success."""

    api: Api
    tab: Tab
    effects: Path
    chance: Random
    accepted: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    seen: set[str] = field(default_factory=set)
    at_work: set[asyncio.Task[None]] = field(default_factory=set)

    async def watch(self) -> None:
        """Answer what the tab shows, and what it may have missed, until cancelled."""
        while True:
            pending = dict(self.tab.me["interruptions"])
            with contextlib.suppress(GaveUp):
                page = await self.api.get("/api/interruption/?status=pending&limit=200")
                pending |= {row["id"]: row for row in page["results"]}
            for row in pending.values():
                if row["id"] not in self.seen:
                    self.seen.add(row["id"])
                    self._begin(row)
            self.tab.changed.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.tab.changed.wait(), LOOK_SECONDS)

    def _begin(self, row: Any) -> None:
        task = asyncio.create_task(self._answer(row))
        self.at_work.add(task)
        task.add_done_callback(self.at_work.discard)

    async def _answer(self, row: Any) -> None:
        await asyncio.sleep(self.chance.uniform(0.05, 2.0))
        if row["deadline"] and self.chance.random() < LEFT_TO_THE_CLOCK:
            self.outcomes["left to the clock"] += 1
            return
        first, second = self._choice(row), self._choice(row)
        with contextlib.suppress(GaveUp):
            await asyncio.gather(self._by_rest(row["id"], first), self._by_tab(row["id"], second))

    async def _by_rest(self, row_id: str, answer: Answer) -> None:
        status, found = await self.api.ask("PATCH", f"/api/interruption/{row_id}/", answer)
        self._count(row_id, status, found)

    async def _by_tab(self, row_id: str, answer: Answer) -> None:
        frame = {"interruption": {"id": row_id, "answer": answer}}
        reply = await self.tab.request(frame)
        if reply is None:
            self.outcomes["no reply"] += 1
        elif reply["type"] == "ack":
            self._count(row_id, reply["status"], reply["data"])
        else:
            self._count(row_id, reply["status"], reply)

    def _count(self, row_id: str, status: int, found: Any) -> None:
        if status == 200:
            self.accepted[row_id] += 1
            self.outcomes["accepted"] += 1
        else:
            code = found.get("code", status) if isinstance(found, dict) else status
            self.outcomes[f"refused: {code}"] += 1

    def _choice(self, row: Any) -> Answer:
        if row["kind"] == "reconcile":
            return self._investigate(row)
        if row["kind"] == "question":
            return self._reply(row)
        dice = self.chance.random()
        if dice < 0.3:
            return {"decision": "deny", "reason": "Not today."}
        if dice < 0.5:
            return {"decision": "allow", "input": {"subject": "something else"}}
        return {"decision": "allow"}

    def _reply(self, row: Any) -> Answer:
        if self.chance.random() < 0.2:
            return {"decision": "decline"}
        answers = {}
        for question in row["prompt"]["questions"]:
            labels = [option["label"] for option in question["options"]]
            answers[question["id"]] = {"options": labels[:1]} if labels else {"text": "this one"}
        return {"answers": answers}

    def _investigate(self, row: Any) -> Answer:
        """Look outside: a call that has acted is not repeated."""
        lines = read_log(self.effects)
        acted = any(
            (line["call_id"], line["phase"]) == (row["tool_call_id"], "effect") for line in lines
        )
        if self.chance.random() < 0.2:
            return {"decision": "unknown"}
        return {"decision": "happened", "result": "seen"} if acted else {"decision": "run"}
