"""People: they ask for work, wait, answer in two tabs at once, interrupt and change their minds."""

import asyncio
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from tests.chaos.api import GaveUp
from tests.chaos.deeds import Deeds
from tests.chaos.plans import plan_text
from tests.chaos.tab import status_of

RESTING = ("idle", "completed", "stopped", "failed")
PATIENCE = 120.0
LOOK_SECONDS = 2.0


@dataclass
class Person(Deeds):
    """Somebody with two tabs and several sessions."""

    agent_id: str

    async def use(self) -> None:
        """Work in a session of one's own until enough has been asked for."""
        try:
            session_id = await self._open()
            while (number := self.tally.take()) is not None:
                await self._say(session_id, number)
                await self._disturb(session_id)
                await self._until_rest(session_id)
                await self._change_of_mind(session_id)
        except GaveUp as error:
            self.tally.gave_up.append(str(error))

    async def _open(self) -> str:
        session_id = str(uuid4())
        body = {"id": session_id, "agent": self.agent_id, "name": f"Chaos {session_id[:4]}"}
        status, found = await self.api.ask("POST", "/api/session/", body)
        self.tally.expect((201,), status, found)
        snapshot = await self.api.get(f"/api/session/{session_id}/")
        for tab in self.tabs:
            await tab.follow(snapshot)
        return session_id

    async def _say(self, session_id: str, number: int, when_busy: str = "queue") -> None:
        message_id, text = str(uuid4()), plan_text(self.chance, number)
        body = {"id": message_id, "text": text, "when_busy": when_busy}
        if self.chance.random() < 0.3:
            frame = body | {"message": text, "session_id": session_id}
            frame.pop("text")
            reply = await self.tabs[0].request(frame)
            if reply is not None and reply["type"] == "ack":
                self.tally.said[message_id] = session_id
                self.tally.deeds["said over the socket"] += 1
                return
        status, found = await self.api.ask("POST", f"/api/session/{session_id}/message/", body)
        if self.tally.expect((202,), status, found):
            self.tally.said[message_id] = session_id
            self.tally.deeds[f"sent to {when_busy}" if found["queued"] else "said"] += 1

    async def _disturb(self, session_id: str) -> None:
        """Something that happens while the agent works."""
        await asyncio.sleep(self.chance.uniform(0, 2))
        dice = self.chance.random()
        if dice < 0.15:
            await self._stop(session_id)
        elif dice < 0.45 and (number := self.tally.take()) is not None:
            when_busy = self.chance.choice(("queue", "steer", "steer", "interrupt"))
            await self._say(session_id, number, when_busy)
        elif dice < 0.5:
            await self._edit(session_id)
        elif dice < 0.55:
            await self._fork(session_id)

    async def _change_of_mind(self, session_id: str) -> None:
        """Something that happens when the agent rests."""
        dice = self.chance.random()
        if dice < 0.12:
            await self._edit(session_id)
        elif dice < 0.2:
            await self._regenerate(session_id)
        elif dice < 0.26:
            await self._switch(session_id)
        elif dice < 0.36:
            await self._fork(session_id)
        elif dice < 0.42:
            await self._summarise(session_id)
        elif dice < 0.48:
            await self._ask_a_copy(session_id)
        elif dice < 0.52:
            await self.api.ask("POST", f"/api/session/{session_id}/close/")
            await self.api.ask("POST", f"/api/session/{session_id}/resume/")
            self.tally.deeds["closed and resumed"] += 1
        await self._until_rest(session_id)

    async def _stop(self, session_id: str) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        _, found = await self.api.ask("POST", f"/api/session/{session_id}/stop/")
        if found and found["run"]:
            self.tally.deeds["stopped"] += 1
            await self._until_rest(session_id)
            self.tally.stop_seconds.append(loop.time() - began)

    async def _until_rest(self, session_id: str) -> None:
        """Watch the tab, and look now and then whether it tells the truth."""
        loop = asyncio.get_running_loop()
        limit = loop.time() + PATIENCE
        while loop.time() < limit:
            if status_of(self.tabs[0], session_id) in RESTING:
                snapshot = await self.api.get(f"/api/session/{session_id}/")
                if snapshot["session"]["status"] in RESTING:
                    await self._resume_queue(session_id, snapshot)
                    if not snapshot["queue"]:
                        return
            await self._news()
        self.tally.stuck.append(f"{session_id}: {status_of(self.tabs[0], session_id)}")

    async def _resume_queue(self, session_id: str, snapshot: Any) -> None:
        if snapshot["queue"] and snapshot["session"]["queue_paused"]:
            await self.api.ask("POST", f"/api/session/{session_id}/queue/resume/")
            self.tally.deeds["resumed the queue"] += 1

    async def _news(self) -> None:
        self.tabs[0].changed.clear()
        try:
            await asyncio.wait_for(self.tabs[0].changed.wait(), LOOK_SECONDS)
        except TimeoutError:
            return
