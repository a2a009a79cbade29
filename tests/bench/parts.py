"""What is measured, part by part; each part runs once in every round."""

import json
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.bench.answers import answer_figures
from tests.bench.broker import broker_figures
from tests.bench.copies import copy_figures
from tests.bench.direct import direct_load
from tests.bench.figures import Figures
from tests.bench.fleet import PEOPLE, fleet_figures
from tests.bench.installation import Installation
from tests.bench.long_session import MESSAGES, long_figures
from tests.bench.start import start_figures
from tests.bench.stops import stop_figures
from tests.bench.turns import LOAD, product_load
from tests.bench.waiting import waiting_figures


@dataclass
class Plan:
    """How much is measured; `people` remembers who has been made."""

    clients: list[int]
    rounds: int
    quick: bool
    say: Callable[[str], None]
    people: list[Any] = field(default_factory=list)
    long: list[Any] = field(default_factory=list)

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


async def answers(place: Installation, plan: Plan, figures: Figures) -> None:
    """From an answer to the model's next request."""
    found = await answer_figures(place, plan.crowd(place, 20))
    figures.add_all("answer to model,", "product", found)


async def stops(place: Installation, plan: Plan, figures: Figures) -> None:
    """From a stop to the end of the run, ten people at once."""
    found = await stop_figures(place, plan.crowd(place, 10))
    figures.add_all("stop,", "product", found)


async def long(place: Installation, plan: Plan, figures: Figures) -> None:
    """A session of 10,000 messages beside a short one."""
    if not plan.long:
        plan.long = place.make("people", count=2)
        one = plan.long[0]
        made = place.make("history", session=one["session"], user=one["user"], count=MESSAGES)
        figures.add("open 10,000 messages statements", "product", made["queries"])
    figures.add_all("", "product", await long_figures(place, *plan.long))


async def copies(place: Installation, plan: Plan, figures: Figures) -> None:
    """What it takes to copy 10,000 messages."""
    (person,) = place.make("people", count=1)
    place.make("history", session=person["session"], user=person["user"], count=MESSAGES)
    figures.add_all("10,000 messages,", "product", await copy_figures(place, person))


async def waiting(place: Installation, plan: Plan, figures: Figures) -> None:
    """What waiting runs hold."""
    count = 50 if plan.quick else 200
    figures.add_all("", "product", await waiting_figures(place, plan.crowd(place, count)))


async def broker(place: Installation, plan: Plan, figures: Figures) -> None:
    """The broker is killed while 20 people watch their answers."""
    found = await broker_figures(place, plan.crowd(place, 20))
    figures.add_all("broker killed,", "product", found)


async def search(place: Installation, plan: Plan, figures: Figures) -> None:
    """The database's time for searches among a million messages (a tenth with --quick)."""
    share = 10 if plan.quick else 1
    asked = {
        "sessions": 1_000 // share, "messages": 1_000_000 // share, "model_url": place.model_url
    }  # fmt: skip
    told = place.python("-m", "tests.bench.search_rows", given=json.dumps(asked))
    figures.add_all("search,", "product", json.loads(told.splitlines()[-1]))


async def fleet(place: Installation, plan: Plan, figures: Figures) -> None:
    """200 runs at a provider with 20 slots and a rate (50 with --quick)."""
    found = await fleet_figures(place, place.make("people", count=10 if plan.quick else PEOPLE))
    figures.add_all("fleet,", "product", found)


async def start(place: Installation, plan: Plan, figures: Figures) -> None:
    """Cold and warm starts."""
    with tempfile.TemporaryDirectory(prefix="agency-start-") as folder:
        figures.add_all("", "product", start_figures(Path(folder)))


Part = Callable[[Installation, Plan, Figures], Awaitable[None]]
PARTS: dict[str, Part] = {
    "turns": turns,
    "answers": answers,
    "stops": stops,
    "long": long,
    "copies": copies,
    "broker": broker,
    "waiting": waiting,
    "search": search,
    "fleet": fleet,
    "start": start,
}
