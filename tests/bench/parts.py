"""What is measured, part by part; each part runs once in every round."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from tests.bench.direct import direct_load
from tests.bench.figures import Figures
from tests.bench.installation import Installation
from tests.bench.turns import LOAD, product_load


@dataclass
class Plan:
    """How much is measured; `people` remembers who has been made."""

    clients: list[int]
    rounds: int
    quick: bool
    say: Callable[[str], None]
    people: list[Any] = field(default_factory=list)

    def crowd(self, place: Installation, count: int) -> list[Any]:
        """That many people with sessions that get longer only from round to round."""
        if len(self.people) < count:
            self.people += place.make("people", count=count - len(self.people))
        return self.people[:count]


async def turns(place: Installation, plan: Plan, figures: Figures) -> None:
    """Accepted, added TTFT, gaps, CPU and bytes at N clients, beside the direct baselines."""
    place.model("load", LOAD)
    for count in plan.clients:
        repeats = 5 if count == 1 else 2
        people = plan.crowd(place, count)
        await product_load(place, people[:1], 1)
        for arm in ("sdk", "client"):
            found = await direct_load(place.model_url, arm, count, repeats)
            figures.add_all(f"N={count}", arm, found)
        found = await product_load(place, people, repeats)
        figures.add_all(f"N={count}", "product", found)
        plan.say(f"  N={count}: " + ", ".join(f"{k} {v:.1f}" for k, v in found.items()))


Part = Callable[[Installation, Plan, Figures], Awaitable[None]]
PARTS: dict[str, Part] = {"turns": turns}
