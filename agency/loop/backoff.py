"""When to try a model again."""

import random

from agency.llm.port import ModelError

BASE_SECONDS = 2.0
RATE_LIMITED_SECONDS = 15.0
LONGEST_SECONDS = 300.0


def retry_delay(error: ModelError, failures: int) -> float:
    """Seconds to wait after the given number of failures in a row, with jitter.

    The provider's own word is never undercut; what is waited longer spreads the crowd.
    """
    if error.retry_after is not None:
        return error.retry_after + random.uniform(0, 1)
    base = RATE_LIMITED_SECONDS if error.kind == "rate_limited" else BASE_SECONDS
    longest = min(base * 2 ** max(failures - 1, 0), LONGEST_SECONDS)
    return random.uniform(longest / 2, longest)
