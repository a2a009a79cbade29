"""T11: the one look that workers take in turn."""

from agency.queries.run_duties import Duties, duties, take_sweep_lock
from framework.db.transaction import unit_of_work


def find_duties() -> Duties:
    """What is due now; nothing when another worker is looking at this very moment."""
    with unit_of_work():
        return duties() if take_sweep_lock() else Duties()
