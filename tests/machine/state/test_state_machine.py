"""Random orders of everything people, workers, the sweep and the clock may do, on real rows.

`AGENCY_SEED` repeats or varies a search, `AGENCY_EXAMPLES` and `AGENCY_STEPS` size it, and
`AGENCY_SOAK=1` searches long with a seed of its own. A failure prints the steps that led to it;
`AGENCY_SHRINK=1` repeats it with fewer of them, which takes minutes.
"""

import os
import random
import sys

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import invariant, run_state_machine_as_test

from tests.factories import make_world
from tests.machine.state.clients import Clients
from tests.machine.state.laws import Laws
from tests.machine.state.rest import Whole
from tests.machine.state.scene import check_references

SOAK = bool(os.environ.get("AGENCY_SOAK"))
EXAMPLES = int(os.environ.get("AGENCY_EXAMPLES") or (400 if SOAK else 16))
STEPS = int(os.environ.get("AGENCY_STEPS") or 50)
PHASES = [Phase.generate] + [Phase.shrink] * (os.environ.get("AGENCY_SHRINK") == "1")
SEED = int(os.environ.get("AGENCY_SEED") or (random.getrandbits(32) if SOAK else 1))


class Machine(Whole):
    """The rules, with every law checked after each step."""

    def __init__(self) -> None:
        super().__init__()
        self.laws = Laws(self)
        self.clients = Clients(self.eyes, [self.owner, self.editor])

    @invariant()
    def every_law_holds(self) -> None:
        if self.steps % 2:
            self.the_world_goes_on(1 + self.steps % 4)
        self.refresh()
        if self.view is not self.laws.before:
            check_references()
            self.laws.check()
            self.clients.follow()
        self.steps += 1

    def clients_look_again(self) -> None:
        """Time passed; see `Clients.look_again`."""
        self.clients.look_again()

    def teardown(self) -> None:
        """Come to rest, unless the example has failed already."""
        try:
            if sys.exc_info()[0] is None:
                self.come_to_rest()
                check_references()
                self.laws.check()
                self.clients.follow(all_of_them=True)
        finally:
            self.leave()


def test_no_order_of_events_breaks_a_law_or_ends_nowhere(db: None) -> None:
    sys.stdout.write(f"AGENCY_SEED={SEED}\n")
    Machine.world = make_world()
    Machine.world.agent.limits = {"child_depth": 1, "children": 2}
    Machine.world.agent.save()
    size = settings(
        max_examples=EXAMPLES,
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        print_blob=False,
        phases=PHASES,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(seed(SEED)(Machine), settings=size)
