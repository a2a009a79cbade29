"""A worker's moves, made one at a time by a test, without a hub."""

from dataclasses import dataclass
from itertools import count
from uuid import UUID

from agency.commands.child.begin_child import begin_child
from agency.commands.run.begin_call import begin_call
from agency.commands.run.claim_run import Claimed, claim_run
from agency.commands.run.close_step import close_step
from agency.commands.run.commit_turn import commit_turn
from agency.commands.run.finish_call import CallResult, finish_call
from agency.commands.run.lease import Lease
from agency.commands.run.ledger import CallFacts
from agency.commands.run.open_turn import TurnFacts, open_turn
from agency.commands.worker.register_worker import register_worker
from agency.loop.prepare import turn_id
from agency.models import Run, Session, ToolCall
from tests.machine.state.tools import facts_of, turn_of

_numbers = count(1)


@dataclass
class OneWorker:
    """Drives the session's live run."""

    session: Session
    claimed: Claimed | None = None
    asking: UUID | None = None

    @property
    def run(self) -> Run:
        """The newest run as it stands."""
        return self.session.runs.latest("created_at")

    def claims(self) -> None:
        """Take the queued run."""
        worker_id = register_worker(name="one", lock_key=1)
        self.claimed = claim_run(run_id=self.run.id, worker_id=worker_id)
        assert self.claimed is not None

    def asks(self) -> UUID:
        """Open a turn of the model; the id of the message to come."""
        message_id = turn_id(self.run.id, self.run.step)
        facts = TurnFacts(message_id, CallFacts("model", None, {}, ""), {})
        open_turn(lease=self.lease, facts=facts)
        self.asking = message_id
        return message_id

    def answers(self, *tools: str) -> None:
        """Ask, and keep an answer that calls these tools."""
        self.commits(self.asks(), *tools)

    def commits(self, message_id: UUID, *tools: str) -> None:
        """Keep the answer to a turn that was opened."""
        commit_turn(lease=self.lease, turn=turn_of(message_id, tools, _numbers))

    def begins(self) -> ToolCall:
        """Begin the first approved call."""
        call = ToolCall.objects.filter(run=self.run, state="approved").order_by("idx")[0]
        facts = facts_of(call.name)
        begin = begin_child if facts.kind == "child" else begin_call
        begin(lease=self.lease, call_id=call.id, facts=facts, schema={})
        return call

    def finishes(self, call: ToolCall) -> None:
        """Settle a call that was begun."""
        finish_call(lease=self.lease, call_id=call.id, result=CallResult("Done."))

    def closes(self) -> None:
        """Close the step, or sleep."""
        close_step(lease=self.lease, step=self.run.step)

    @property
    def lease(self) -> Lease:
        """The right to write that the claim gave."""
        assert self.claimed is not None
        return self.claimed.lease
