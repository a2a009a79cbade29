"""One chaos run from start to figures."""

import asyncio
import contextlib
import json
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import AsyncIterator
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import Any

import aiohttp
from django.db import close_old_connections

from agency.commands.identity.create_user import create_user
from agency.commands.identity.issue_token import issue_token
from agency.models import Agent, Membership
from tests.chaos import checks, report
from tests.chaos.api import Api
from tests.chaos.deeds import Tally
from tests.chaos.faults import Faults
from tests.chaos.inbox import Inbox
from tests.chaos.install import Installation
from tests.chaos.people import Person
from tests.chaos.tab import Tab
from tests.chaos_tools.effects import read_log
from tests.fold import same_window
from tests.fold_me import by_id

REST_SECONDS = 90.0
CATCH_UP_SECONDS = 40.0
LIMITS = {"approval_seconds": 8, "question_seconds": 20, "reconcile_seconds": 30}


@dataclass
class Options:
    """How much, how many, how often."""

    runs: int = 40
    people: int = 3
    sessions: int = 12
    pace: float = 3.0
    seed: int = 1


@dataclass
class Crowd:
    """Everybody who uses the installation."""

    tally: Tally
    apis: list[Api] = field(default_factory=list)
    tabs: list[Tab] = field(default_factory=list)
    inboxes: list[Inbox] = field(default_factory=list)
    people: list[Person] = field(default_factory=list)


async def chaos(made: Installation, options: Options) -> report.Figures:
    """Use the installation under fire, let it come to rest, and look at everything."""
    began = time.monotonic()
    chance = Random(options.seed)
    tokens, agent_id = await asyncio.to_thread(_make_people, options.people)
    faults = Faults(made, Random(options.seed + 1), options.pace)
    async with aiohttp.ClientSession() as http:
        crowd = Crowd(Tally(options.runs))
        for token in tokens:
            await _admit(crowd, Api(http, made.stack.url, token), made, agent_id, chance)
        async with _background(crowd, faults) as striking:
            rooms = range(options.sessions)
            users = [crowd.people[room % len(crowd.people)].use() for room in rooms]
            await asyncio.gather(*users)
            striking.cancel()
            await faults.calm()
            await _until(lambda: not checks.not_at_rest(), REST_SECONDS)
            falls = await _catch_up(crowd)
        breaches = await asyncio.to_thread(_breaches, made, crowd, faults)
    breaches |= falls
    return await asyncio.to_thread(_figures, crowd, faults, breaches, time.monotonic() - began)


def _make_people(count: int) -> tuple[list[str], str]:
    """Their tokens, and an agent whose questions do not wait for ever."""
    tokens = []
    for number in range(count):
        person = create_user(username=f"person{number}", password="correct horse 42")
        tokens.append(issue_token(user_id=person.pk, name="chaos")[1])
    member = Membership.objects.filter(user=person).get()
    member.role = "owner"
    member.save()
    agent = Agent.objects.create(workspace=member.workspace, name="Chaos", limits=LIMITS)
    close_old_connections()
    return tokens, str(agent.id)


async def _admit(crowd: Crowd, api: Api, made: Installation, agent_id: str, chance: Random) -> None:
    """A person opens two tabs."""
    me = await api.get("/api/me/snapshot/")
    name = me["me"]["username"]
    left, right = (Tab(api, f"{name}/{side}", by_id(deepcopy(me))) for side in ("left", "right"))
    crowd.apis.append(api)
    crowd.tabs += [left, right]
    crowd.inboxes.append(Inbox(api, right, made.effects, Random(chance.random())))
    crowd.people.append(Person(api, (left, right), crowd.tally, Random(chance.random()), agent_id))


@contextlib.asynccontextmanager
async def _background(crowd: Crowd, faults: Faults) -> AsyncIterator[asyncio.Task[None]]:
    """Tabs, inboxes, supervision and faults; the task of the faults."""
    work = [tab.live() for tab in crowd.tabs] + [inbox.watch() for inbox in crowd.inboxes]
    tasks = [asyncio.create_task(one) for one in [*work, faults.supervise()]]
    striking = asyncio.create_task(faults.strike())
    try:
        yield striking
    finally:
        for task in [*tasks, striking]:
            task.cancel()
        ended = await asyncio.gather(*tasks, striking, return_exceptions=True)
    for one in ended:
        if isinstance(one, Exception):
            raise one


async def _until(is_so: Any, seconds: float) -> None:
    """Wait for it in the database, at most so long."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        if await asyncio.to_thread(_asked, is_so):
            return
        await asyncio.sleep(0.5)


def _asked(is_so: Any) -> bool:
    try:
        return bool(is_so())
    finally:
        close_old_connections()


async def _catch_up(crowd: Crowd) -> dict[str, list[str]]:
    """Every tab comes to the newest number, and then shows what a fresh one is shown."""
    fresh = {tab.name: await _fresh(tab) for tab in crowd.tabs}
    limit = time.monotonic() + CATCH_UP_SECONDS
    while time.monotonic() < limit and any(_behind(tab, fresh[tab.name]) for tab in crowd.tabs):
        await asyncio.sleep(0.2)
    return {
        "streams not received to their end": [
            line for tab in crowd.tabs for line in _behind(tab, fresh[tab.name])
        ],
        "folded views that differ from a fresh one": [
            line
            for tab in crowd.tabs
            for line in (*_views(tab, fresh[tab.name]), *_lists(tab, fresh[tab.name]["me"]))
        ],
    }


async def _fresh(tab: Tab) -> dict[str, Any]:
    """What the tab would be shown if it were opened now: its list, and each session."""
    views = {one: await tab.api.get(f"/api/session/{one}/") for one in tab.sessions}
    return views | {"me": by_id(await tab.api.get("/api/me/snapshot/"))}


def _behind(tab: Tab, fresh: dict[str, Any]) -> list[str]:
    newest = {tab.user_stream: fresh["me"]["cursor"][tab.user_stream]}
    for session_id in tab.sessions:
        newest |= fresh[session_id]["cursor"]
    shown = tab.cursors()
    late = [stream for stream, seq in newest.items() if shown[stream] < seq]
    return [f"{tab.name}: {stream} at {shown[stream]} of {newest[stream]}" for stream in late]


def _views(tab: Tab, fresh_views: dict[str, Any]) -> list[str]:
    found = []
    for session_id, state in tab.sessions.items():
        folded, fresh = same_window(state, fresh_views[session_id])
        parts = [name for name in fresh if name != "stream" and folded[name] != fresh[name]]
        found += [f"{tab.name}: {name} of session {session_id}" for name in parts]
    return found


def _lists(tab: Tab, fresh: Any) -> list[str]:
    """Rows of the session list and the inbox that are shown otherwise, with the fields at fault."""
    found = []
    for name in ("sessions", "interruptions"):
        for key in tab.me[name].keys() | fresh[name].keys():
            shown, right = tab.me[name].get(key, {}), fresh[name].get(key, {})
            fields = [one for one in shown | right if shown.get(one) != right.get(one)]
            if fields:
                found.append(f"{tab.name}: {name} {key}: {', '.join(fields)}")
    return found


def _breaches(made: Installation, crowd: Crowd, faults: Faults) -> dict[str, list[str]]:
    lines = read_log(made.effects)
    accepted = sum((inbox.accepted for inbox in crowd.inboxes), Counter[str]())
    with urllib.request.urlopen(f"{made.model_url}/_control/refused") as answer:
        refused = [one["message"] for one in json.load(answer)]
    return {
        "messages lost": checks.lost_messages(crowd.tally.said),
        "once effects repeated": checks.repeated(lines),
        "denied calls that acted": checks.denied_but_done(lines),
        "done once calls without exactly one effect": checks.done_without_effect(lines),
        "not at rest": checks.not_at_rest(),
        "people who waited too long": crowd.tally.stuck + crowd.tally.gave_up,
        "gaps in tables": checks.gaps(),
        "gaps on sockets": [line for tab in crowd.tabs for line in tab.complaints],
        "invalid histories": checks.invalid_histories(),
        "requests that the provider refused": refused,
        "questions answered twice": checks.overlapping_answers(accepted),
        "answers that make no sense": crowd.tally.strange,
        "server errors (500)": [line for api in crowd.apis for line in api.failures],
        "processes that ended by themselves": faults.unexpected,
    }


def _figures(
    crowd: Crowd, faults: Faults, breaches: dict[str, list[str]], seconds: float
) -> report.Figures:
    answered = sum((inbox.outcomes for inbox in crowd.inboxes), Counter[str]())
    return {
        "seconds": round(seconds),
        "command": " ".join(["python", "-m", "tests.chaos", *sys.argv[1:]]),
        "sessions": sum(len(tab.sessions) for tab in crowd.tabs) // 2,
        "outcomes": checks.outcomes(),
        "deeds": dict(crowd.tally.deeds),
        "answers": dict(answered),
        "faults": dict(sorted(faults.counts.items())) | {"total": sum(faults.counts.values())},
        "sockets": {
            "connections": sum(tab.connections for tab in crowd.tabs),
            "frames": sum(tab.frames for tab in crowd.tabs),
            "repeats": sum(tab.repeats for tab in crowd.tabs),
        },
        "recovery": {
            kind: report.spread(
                report.recoveries([one for one in faults.strikes if one.kind == kind])
            )
            for kind in sorted({strike.kind for strike in faults.strikes})
        },
        "stop": report.spread(crowd.tally.stop_seconds),
        "breaches": breaches,
    }
