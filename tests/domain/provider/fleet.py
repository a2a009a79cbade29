"""Many runs at one provider: each claimed and opened when the test says so."""

from dataclasses import dataclass
from itertools import count
from uuid import UUID

from agency.commands.provider.let_in import LetIn, let_in
from agency.commands.run.claim_run import Claimed, claim_run
from agency.commands.run.commit_turn import Turn, commit_turn
from agency.commands.run.lease import Lease
from agency.commands.run.ledger import Spent
from agency.commands.run.open_turn import Opened, open_turn
from agency.loop.prepare import prepare_turn
from agency.models import Provider, Run, User
from tests.factories import World, make_session, say
from tests.machine.state.tools import turn_of

_numbers = count(1)


@dataclass
class Fleet:
    """A worker that takes whatever it is given."""

    world: World
    worker: UUID

    def limit(self, **fields: object) -> None:
        """Set columns of the provider."""
        Provider.objects.filter(pk=self.provider_id).update(**fields)

    @property
    def provider_id(self) -> UUID:
        """The provider of them all."""
        return self.world.model.provider_id

    def run(self, owner: User | None = None) -> Run:
        """A queued run in a session of its own."""
        run = say(make_session(self.world, owner=owner), "Hello").run
        assert run is not None
        return run

    def claims(self, run: Run) -> Claimed | None:
        """Take the run, if it may be taken."""
        return claim_run(run_id=run.id, worker_id=self.worker)

    def asks(self, run: Run) -> bool:
        """Take the run and open its turn; whether its request was sent."""
        claimed = self.claims(run)
        assert claimed is not None, Run.objects.get(pk=run.pk).__dict__
        return self.opens(claimed) is not None

    def opens(self, claimed: Claimed) -> Opened | None:
        """Open the turn of a claimed run."""
        facts = prepare_turn(claimed.lease).facts
        return open_turn(lease=claimed.lease, facts=facts)

    def answers(self, run: Run, **tokens: int) -> None:
        """The request of the run is over, and the run with it."""
        now = Run.objects.get(pk=run.pk)
        claimed = self._claimed(now)
        message_id = prepare_turn(claimed).facts.message_id
        turn = turn_of(message_id, (), _numbers)
        spent = Spent(tokens or {"input": 10, "output": 10})
        commit_turn(lease=claimed, turn=Turn(turn.message_id, turn.content, spent))

    def lets_in(self) -> LetIn:
        """Look who may be let in."""
        return let_in(provider_id=self.provider_id)

    def _claimed(self, run: Run) -> Lease:
        return Lease(run.id, run.fence, self.worker)
