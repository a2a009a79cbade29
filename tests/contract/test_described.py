"""What is described agrees with what is served: the schema, its page, and the frames."""

import re
from pathlib import Path
from typing import Any

import pytest
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

from agency.api.urls import urlpatterns
from agency.channel.consumer.frames_page import page
from tests.contract.rest import Caller
from tests.factories import make_world

ROOT = Path(__file__).resolve().parents[2]
REFRESH = (
    "python manage.py shell -v 0 -c "
    "\"from agency.channel.consumer.frames_page import page; open('docs/frames.md', 'w')"
    '.write(page())"'
)
# The description itself is no resource.
APART = {"schema/", "docs/"}


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    GENERATOR_STATS.reset()
    made: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return made


def test_the_schema_is_valid_and_made_without_a_warning(schema: dict[str, Any]) -> None:
    validate_schema(schema)
    assert not GENERATOR_STATS


def test_the_schema_has_every_address(schema: dict[str, Any]) -> None:
    routes = {str(pattern.pattern) for pattern in urlpatterns} - APART - {""}
    paths = {"/api/" + re.sub(r"<(?:uuid|str):(.+?)>", r"{\1}", route) for route in routes}
    assert set(schema["paths"]) == paths


def test_every_operation_says_what_it_does_takes_and_refuses(schema: dict[str, Any]) -> None:
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            where = f"{method} {path}"
            assert operation["description"], where
            codes = set(operation["responses"])
            assert {"401", "404"} <= codes, where
            good = [code for code in codes if code.startswith("2")]
            assert len(good) == 1, where
            if good != ["204"]:
                assert operation["responses"][good[0]]["content"], where
            if method in ("post", "patch", "delete"):
                names = {one["name"] for one in operation["parameters"]}
                assert "Idempotency-Key" in names, where


def test_operations_have_names_of_their_own(schema: dict[str, Any]) -> None:
    names = [one["operationId"] for path in schema["paths"].values() for one in path.values()]
    assert len(names) == len(set(names))


@pytest.mark.django_db(transaction=True)
def test_the_schema_and_its_page_are_served() -> None:
    owner = Caller(make_world().owner)
    assert owner("GET", "/api/schema/").json()["openapi"].startswith("3.1")
    response = owner("GET", "/api/docs/")
    assert response.headers["Content-Type"].startswith("text/html")
    assert "/api/session/{session_id}/message/" in response.content.decode()
    assert "<script" not in response.content.decode()


def test_the_page_of_frames_is_that_of_the_code() -> None:
    written = (ROOT / "docs/frames.md").read_text()
    assert written == page(), f"refresh it: {REFRESH}"
