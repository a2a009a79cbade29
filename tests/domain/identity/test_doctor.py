"""What the doctor finds."""

import io
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from agency.models import Provider, Worker, Workspace
from framework.db.clock import db_now

pytestmark = pytest.mark.django_db


def examined() -> tuple[int, str]:
    out = io.StringIO()
    try:
        call_command("doctor", stdout=out)
    except SystemExit as leaving:
        return int(str(leaving.code)), out.getvalue()
    return 0, out.getvalue()


@pytest.fixture
def worker() -> Worker:
    return Worker.objects.create(
        name="one", lock_key=1, expires_at=db_now() + timedelta(seconds=60)
    )


def test_a_healthy_installation_passes(worker: Worker) -> None:
    code, said = examined()
    assert code == 0, said
    assert "WRONG" not in said
    assert "database has every migration" in said


def test_without_a_living_worker_it_says_that_nothing_runs(worker: Worker) -> None:
    Worker.objects.update(expires_at=db_now() - timedelta(seconds=1))
    code, said = examined()
    assert code == 1
    assert "WRONG 0 workers are alive" in said


def test_every_origin_allowed_is_wrong(worker: Worker, settings: Any) -> None:
    settings.AGENCY_ALLOWED_ORIGINS = ["*"]
    code, said = examined()
    assert code == 1
    assert "AGENCY_ALLOWED_ORIGINS" in said


def test_a_queue_that_does_not_answer_is_one_line(
    worker: Worker, settings: Any, tmp_path: Path
) -> None:
    settings.REDIS_URL = f"unix://{tmp_path}/nobody.sock"
    code, said = examined()
    assert code == 1
    assert "WRONG The queue cannot be looked at" in said
    assert "Traceback" not in said


def test_a_provider_without_key_or_with_an_error_is_wrong(worker: Worker) -> None:
    workspace = Workspace.objects.create(name="Home")
    Provider.objects.create(workspace=workspace, kind="anthropic", name="Keyless")
    Provider.objects.create(
        workspace=workspace, kind="openai", name="Broken", key_source="stored", last_error="401"
    )
    code, said = examined()
    assert code == 1
    assert "provider Keyless (anthropic) has no key" in said
    assert "provider Broken (openai) answered last: 401" in said
