"""What people do to a conversation that is there: they edit, travel back, summarise, ask a copy."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from uuid import uuid4

from tests.chaos.api import Api
from tests.chaos.plans import plan_text
from tests.chaos.tab import Tab


@dataclass
class Tally:
    """What people did, and what they were told; shared by all of them."""

    wanted: int
    asked: int = 0
    said: dict[str, str] = field(default_factory=dict)
    deeds: Counter[str] = field(default_factory=Counter)
    stuck: list[str] = field(default_factory=list)
    gave_up: list[str] = field(default_factory=list)
    strange: list[str] = field(default_factory=list)
    stop_seconds: list[float] = field(default_factory=list)

    def expect(self, wanted: tuple[int, ...], status: int, found: object) -> bool:
        """Whether the answer is one of those that make sense; others are kept as breaches."""
        if status not in wanted:
            self.strange.append(f"{status}: {found}")
        return status in wanted

    def take(self) -> int | None:
        """The number of the next run that somebody asks for; None when it is enough."""
        if self.asked >= self.wanted:
            return None
        self.asked += 1
        return self.asked


@dataclass
class Deeds:
    """Requests about a session's tree; each makes sense, or is refused with a reason."""

    api: Api
    tabs: tuple[Tab, Tab]
    tally: Tally
    chance: Random

    async def _edit(self, session_id: str) -> None:
        if (number := self.tally.take()) is None:
            return
        old = self._message(session_id, "human")
        body = {"id": str(uuid4()), "text": plan_text(self.chance, number)}
        path = f"/api/session/{session_id}/message/{old}/edit/"
        status, found = await self.api.ask("POST", path, body) if old else (409, None)
        self.tally.expect((202, 409), status, found)
        if status == 202:
            self.tally.said[body["id"]] = session_id
            self.tally.deeds["edited"] += 1

    async def _regenerate(self, session_id: str) -> None:
        old = self._message(session_id, "ai")
        if old is not None and self.tally.take() is not None:
            path = f"/api/session/{session_id}/message/{old}/regenerate/"
            status, found = await self.api.ask("POST", path)
            self.tally.expect((202, 409), status, found)
            self.tally.deeds["regenerated"] += status == 202

    async def _switch(self, session_id: str) -> None:
        branches = self.tabs[0].sessions[session_id]["branches"]
        wanted = self.chance.choice(branches)["id"]
        path = f"/api/session/{session_id}/branch/{wanted}/switch/"
        status, _ = await self.api.ask("POST", path)
        self.tally.deeds["switched"] += status == 200

    def _message(self, session_id: str, role: str) -> str | None:
        shown = self.tabs[0].sessions[session_id]["messages"]
        ids = [one["id"] for one in shown if one["role"] == role]
        return self.chance.choice(ids) if ids else None

    async def _fork(self, session_id: str) -> None:
        """Travel back; now and then with a run that goes on from there."""
        old = self._message(session_id, self.chance.choice(("human", "ai")))
        rerun = self.chance.random() < 0.5
        if old is None or (rerun and self.tally.take() is None):
            return
        path = f"/api/session/{session_id}/message/{old}/fork/"
        status, found = await self.api.ask("POST", path, {"rerun": rerun})
        self.tally.expect((202, 409), status, found)
        self.tally.deeds["forked"] += status == 202

    async def _summarise(self, session_id: str) -> None:
        status, found = await self.api.ask("POST", f"/api/session/{session_id}/compact/")
        self.tally.expect((202, 409), status, found)
        self.tally.deeds["summarised"] += status == 202

    async def _ask_a_copy(self, session_id: str) -> None:
        """The copy works on while its session goes on; the end of everything is looked at."""
        if (number := self.tally.take()) is None:
            return
        body = {"id": str(uuid4()), "text": plan_text(self.chance, number)}
        path = f"/api/session/{session_id}/invoke/"
        status, found = await self.api.ask("POST", path, body)
        if self.tally.expect((202, 409), status, found) and status == 202:
            self.tally.said[found["message"]["id"]] = body["id"]
            self.tally.deeds["asked a copy"] += 1
