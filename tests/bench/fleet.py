"""A fleet at one provider with slots and a rate, while the broker is killed in the middle."""

import asyncio
import json
import time
import urllib.request
from typing import Any
from uuid import UUID

import psycopg

from agency.commands.provider.schedule import BURST, WINDOW
from tests.bench.installation import Installation
from tests.fleet import Crowd

PEOPLE, EACH, SLOTS, BY_MINUTE = 40, 5, 20, 150
TOKENS, RATE, TTFT = 200, 50.0, 0.3
PATIENCE = 400.0

_RUNS = """
SELECT r.status, s.owner_id, EXTRACT(epoch FROM min(c.created_at) - r.created_at)::float8
FROM agency_run r JOIN agency_session s ON s.id = r.session_id
LEFT JOIN agency_modelcall c ON c.run_id = r.id
WHERE r.session_id = ANY(%s) GROUP BY r.id, s.owner_id
"""


async def fleet_figures(place: Installation, people: list[Any]) -> dict[str, float]:
    """Everybody sends some messages at once, which are answered one after another."""
    with psycopg.connect(place.env["DATABASE_URL"], autocommit=True) as line:
        sessions = [UUID(one["session"]) for one in people]
        await _limited(place, line, people[0])
        try:
            for _ in range(EACH):
                for one in people:
                    await asyncio.to_thread(_send, place, one)
            rows = await _all_done(place, line, sessions, len(people) * EACH + 1)
        finally:
            line.execute(
                "UPDATE agency_provider SET slots = NULL, requests_per_minute = NULL,"
                " tokens_per_minute = NULL"
            )
    begun = place.model("begun")
    crowd = Crowd(begun, [(owner, wait) for _, owner, wait in rows if wait is not None])
    peak = crowd.most_in_a_minute()
    return {
        "runs": float(len(rows)),
        "lost": float(sum(status != "done" for status, _, _ in rows)),
        "most at once, of 20": float(place.model("stats")["most_live"]),
        "most in a minute, of 150": float(peak),
        "rate used": crowd.rate_used(int(BY_MINUTE * 60 / WINDOW), BURST),
        "worst wait / mean": crowd.worst_to_mean(),
        "worst person / mean": crowd.worst_person_to_mean(),
        "seconds": begun[-1] - begun[0],
    }


async def _limited(place: Installation, line: Any, person: Any) -> None:
    """Learn what one request counts for, and limit the provider to so many of it."""
    line.execute("UPDATE agency_model SET max_output = %s", [TOKENS])
    place.model("load", {"tokens": TOKENS, "rate": RATE, "ttft": TTFT})
    await asyncio.to_thread(_send, place, person)
    charge = await _charge(line, UUID(person["session"]))
    place.model("reset")
    place.model("load", {"tokens": TOKENS, "rate": RATE, "ttft": TTFT, "input": charge - TOKENS})
    # The words are few beside the tools, so that requests differ by little; this is the spare.
    spare = 1.1
    line.execute("DELETE FROM agency_modelcall")
    line.execute(
        "UPDATE agency_provider SET slots = %s, requests_per_minute = %s, tokens_per_minute = %s",
        [SLOTS, BY_MINUTE, int(charge * BY_MINUTE * spare)],
    )


async def _charge(line: Any, session: UUID) -> int:
    limit = time.monotonic() + 60
    while time.monotonic() < limit:
        row = line.execute(
            "SELECT max(charge) FROM agency_modelcall WHERE session_id = %s"
            " AND purpose = 'turn' AND state = 'done'",
            [session],
        ).fetchone()
        if row and row[0]:
            return int(row[0])
        await asyncio.sleep(0.1)
    raise RuntimeError("the first run was not answered")


async def _all_done(
    place: Installation, line: Any, sessions: list[UUID], count: int
) -> list[tuple[str, int, float | None]]:
    limit, is_whole = time.monotonic() + PATIENCE, True
    while time.monotonic() < limit:
        rows = line.execute(_RUNS, [sessions]).fetchall()
        done = sum(status in ("done", "failed", "stopped") for status, _, _ in rows)
        if done >= count:
            break
        if is_whole and done > count // 2:
            is_whole = False
            await asyncio.to_thread(place.restart_valkey)
        await asyncio.sleep(0.25)
    return list(rows)


def _send(place: Installation, person: Any) -> None:
    request = urllib.request.Request(
        f"{place.url}/api/session/{person['session']}/message/",
        data=json.dumps({"text": "Write two hundred words."}).encode(),
        headers={
            "Authorization": f"Bearer {person['token']}",
            "Content-Type": "application/json",
        },
        method="POST",
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        answer.read()
