"""Steps on tables that are being written let the writers pass, and what was there is found."""

import importlib
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, migrations, models
from django.db.migrations.state import ProjectState

from agency.models import Message, SearchDuty, SearchText, Session
from framework.db.online import OnlineIndex, PatientSQL
from tests.factories import World, answer_run, make_session, say
from tests.searching import found, index_all


def run(step: Any) -> None:
    state = ProjectState.from_apps(apps)
    with connection.schema_editor(atomic=False) as editor:
        step.database_forwards("agency", editor, state, state)


def test_a_step_lets_go_when_it_must_wait_and_comes_through_in_the_end(
    world: World, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[int] = []
    holder = connection.copy()

    def give_way(_seconds: float) -> None:
        tries.append(1)
        say(session, "written meanwhile")  # nobody waits behind the step now
        holder.close()

    monkeypatch.setattr("framework.db.online.time.sleep", give_way)
    monkeypatch.setattr("framework.db.online.LOCK_TIMEOUT", "50ms")
    try:
        with holder.cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute("LOCK TABLE agency_message IN ROW EXCLUSIVE MODE")
        run(PatientSQL("ALTER TABLE agency_message ALTER COLUMN fingerprint SET DEFAULT ''"))
    finally:
        holder.close()
    assert tries
    assert Message.objects.filter(session=session).exists()
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("3s",)


def test_a_half_built_index_is_built_again_while_rows_are_written(
    world: World, session: Session
) -> None:
    index = models.Index(fields=["folder"], name="session_by_folder")
    with connection.cursor() as cursor:
        cursor.execute("CREATE INDEX session_by_folder ON agency_session (id)")
    run(OnlineIndex("session", index))
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexdef FROM pg_indexes WHERE indexname = 'session_by_folder'")
        assert "(folder)" in str(cursor.fetchone())
        cursor.execute("DROP INDEX session_by_folder")


def test_what_was_written_before_search_came_is_found_after_it(
    world: World, session: Session
) -> None:
    say(session, "platypus")
    index_all()
    SearchText.objects.all().delete()
    assert found(world.owner, "platypus") == []
    module = importlib.import_module("agency.migrations.0008_search_duties")
    for step in module.Migration.operations:
        if isinstance(step, PatientSQL | migrations.RunSQL):
            run(step)  # also where it is in place already
    assert SearchDuty.objects.filter(late=True).count() == 1
    assert len(found(world.owner, "platypus")) == 1
    assert found(world.owner, "platypus", kinds=("session",))
    say(make_session(world), "once only")
    assert SearchDuty.objects.exclude(message_id=None).count() == 1


def test_a_message_does_not_wait_for_the_index_of_its_session(
    world: World, session: Session
) -> None:
    sent = say(session, "first")
    assert sent.run is not None
    answer_run(sent.run, "well")
    index_all()
    holder = connection.copy()
    try:
        with holder.cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute(
                "INSERT INTO agency_searchtext (segment_id, session_id, subject, start, at, text,"
                " keys) SELECT id, %s, %s, 0, now(), 'x', '{1}' FROM agency_searchsegment LIMIT 1",
                [session.id, session.id],
            )
            assert cursor.rowcount == 1
        say(session, "second")
    finally:
        holder.close()
    assert len(found(world.owner, "second")) == 1
