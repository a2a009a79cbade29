"""What sums cost does not grow with what they sum, nor with what others used."""

from typing import Any

from django.db import connection
from django.test import Client

from agency.models import ModelCall
from agency.queries.usage import visible_calls
from framework.core.ids import uuid7
from framework.db.clock import db_now
from tests.factories import World, make_session
from tests.perf.test_reads import get

MOST = 14


def entries(session: Any, count: int) -> None:
    ModelCall.objects.bulk_create(
        ModelCall(
            session_id=session.id,
            workspace_id=session.workspace_id,
            user_id=session.owner_id,
            agent_id=session.agent_id,
            model=f"model {number}",
            input_tokens=1,
            ended_at=db_now(),
        )
        for number in range(count)
    )


def test_a_report_costs_the_same_however_much_was_used(client: Client, world: World) -> None:
    paths = [f"/api/usage/?by={by}&split=day" for by in ("model", "session", "user", "agent")]
    entries(make_session(world), 2)
    few = [get(client, path) for path in paths]
    for _ in range(5):
        entries(make_session(world), 20)
    assert [get(client, path) for path in paths] == few
    assert max(few) <= MOST


def test_the_history_of_others_is_not_read(client: Client, world: World) -> None:
    entries(make_session(world), 2)
    strangers = [
        ModelCall(session_id=uuid7(), workspace_id=uuid7(), user_id=number, model="theirs")
        for number in range(10_000, 20_000)
    ]
    ModelCall.objects.bulk_create(strangers, batch_size=2_000)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE agency_modelcall")
    for person in (world.owner, world.editor):
        plan = visible_calls(person.pk).explain()
        assert "Seq Scan on agency_modelcall" not in plan, plan
