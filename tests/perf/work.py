"""The commands of one run in their order, without a loop; statements are counted by command."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, TypeVar

from django.db import connection
from django.test.utils import CaptureQueriesContext
from langchain_core.messages import AIMessage, message_to_dict

from agency.commands.interruption.answer_interruption import answer_interruption
from agency.commands.run.begin_call import begin_call
from agency.commands.run.claim_run import Claimed, claim_run
from agency.commands.run.close_step import close_step
from agency.commands.run.commit_turn import ProposedCall, Turn, commit_turn
from agency.commands.run.finish_call import CallResult, finish_call
from agency.commands.run.ledger import Spent
from agency.commands.run.open_turn import open_turn
from agency.commands.worker.register_worker import register_worker
from agency.loop.prepare import Prepared, prepare_turn
from agency.models import Interruption, Run, Session, ToolCall, Worker
from agency.policy import ToolFacts
from framework.db.clock import db_now
from tests.factories import say

T = TypeVar("T")
SPENT = Spent({"input": 10, "output": 5})


def statements(act: Callable[[], object]) -> int:
    """How many statements the act sends, begins and commits included."""
    with CaptureQueriesContext(connection) as seen:
        act()
    return len(seen)


class Work:
    """Plays people and worker of one session; `counts` holds the newest count of each command."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.worker_id = register_worker(name="counted", lock_key=7)
        # Nobody beats for it, and a slow machine must not let it die in the middle.
        Worker.objects.filter(id=self.worker_id).update(expires_at=db_now() + timedelta(hours=1))
        self.counts: dict[str, int] = {}

    def turns(self, count: int) -> dict[str, int]:
        """That many plain turns; the counts of the last one."""
        for _ in range(count):
            claimed = self.claim(self.say())
            prepared = self.open(claimed)
            self.commit(claimed, prepared)
        return dict(self.counts)

    def asking_turn(self) -> dict[str, int]:
        """A turn whose tool a person allows, to its end."""
        claimed = self.claim(self.say())
        self.commit(claimed, self.open(claimed), tool="careful")
        self.count("close_step, suspending", close_step, lease=claimed.lease, step=0)
        row = Interruption.objects.get(run_id=claimed.lease.run_id, status="pending")
        self.count(
            "answer",
            answer_interruption,
            user_id=self.session.owner_id,
            interruption_id=row.id,
            answer={"decision": "allow"},
        )
        claimed = self.claim(Run.objects.get(id=claimed.lease.run_id))
        call = ToolCall.objects.get(run_id=claimed.lease.run_id)
        facts, lease = ToolFacts("careful"), claimed.lease
        self.count("begin_call", begin_call, lease=lease, call_id=call.id, facts=facts, schema={})
        result = CallResult("done", False)
        self.count("finish_call", finish_call, lease=lease, call_id=call.id, result=result)
        self.count("close_step", close_step, lease=lease, step=0)
        self.commit(claimed, self.open(claimed))
        return dict(self.counts)

    def say(self) -> Run:
        """The owner says something."""
        run = self.count("send_message", say, self.session, "hello").run
        assert run is not None
        return run

    def claim(self, run: Run) -> Claimed:
        """The worker takes the run."""
        claimed = self.count("claim_run", claim_run, run_id=run.id, worker_id=self.worker_id)
        assert claimed is not None
        return claimed

    def open(self, claimed: Claimed) -> Prepared:
        """Read the request and write the ledger's row."""
        prepared = self.count("prepare_turn", prepare_turn, claimed.lease)
        self.count("open_turn", open_turn, lease=claimed.lease, facts=prepared.facts)
        return prepared

    def commit(self, claimed: Claimed, prepared: Prepared, tool: str = "") -> None:
        """Keep an answer, with or without a tool call."""
        calls = [{"id": "toolu_1", "name": tool, "args": {}}] if tool else []
        message: Any = AIMessage(content="Well.", tool_calls=calls)
        turn = Turn(
            message_id=prepared.facts.message_id,
            content=message_to_dict(message)["data"],
            spent=SPENT,
            calls=[ProposedCall("toolu_1", {}, ToolFacts(tool))] if tool else [],
        )
        name = "commit_turn with a call" if tool else "commit_turn"
        self.count(name, commit_turn, lease=claimed.lease, turn=turn)

    def count(self, name: str, act: Callable[..., T], *args: Any, **given: Any) -> T:
        """Run the act and keep how many statements it took."""
        found: list[T] = []
        self.counts[name] = statements(lambda: found.append(act(*args, **given)))
        return found[0]
