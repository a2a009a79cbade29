"""The OpenAPI schema says what there is: every address, method, refusal and size."""

from typing import Any

import pytest

from tests.arch.access_table import REST
from tests.contract.rest import Caller
from tests.factories import make_user

pytestmark = pytest.mark.django_db(transaction=True)
METHODS = ("get", "post", "patch", "delete", "put")


@pytest.fixture
def schema(transactional_db: None) -> Any:
    return Caller(make_user("reader"))("GET", "/api/schema/").json()


def plain(path: str) -> str:
    """A route of the table as the schema spells it, without the names of its ids."""
    parts = ["{}" if part.startswith(("<", "{")) else part for part in path.split("/")]
    return "/".join(parts)


def test_every_address_and_method_of_the_product_is_described(schema: Any) -> None:
    described = {
        plain(path): {method.upper() for method in methods if method in METHODS}
        for path, methods in schema["paths"].items()
    }
    for path, methods in REST.items():
        if path in ("schema/", "docs/"):
            continue
        assert described.get(plain(f"/api/{path}"), set()) >= set(methods), path


def test_each_operation_says_what_it_answers_and_how_it_refuses(schema: Any) -> None:
    for path, methods in schema["paths"].items():
        for name in METHODS:
            if name not in methods:
                continue
            answers = methods[name]["responses"]
            assert any(code.startswith("2") for code in answers), (name, path)
            refusals = [one for code, one in answers.items() if code.startswith(("4", "5"))]
            assert refusals, (name, path)
            for refusal in refusals:
                assert list(refusal["content"]) == ["application/problem+json"], (name, path)


def test_a_write_takes_a_key_that_makes_repeats_harmless(schema: Any) -> None:
    for path, methods in schema["paths"].items():
        for name in METHODS[1:]:
            if name in methods:
                known = {one["name"] for one in methods[name].get("parameters", [])}
                assert "Idempotency-Key" in known, (name, path)


def test_every_reference_leads_somewhere(schema: Any) -> None:
    known = set(schema["components"]["schemas"])

    def references(value: Any) -> set[str]:
        if isinstance(value, dict):
            own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
            return own.union(*(references(item) for item in value.values()))
        if isinstance(value, list):
            return set().union(*(references(item) for item in value))
        return set()

    assert {one.rsplit("/", 1)[-1] for one in references(schema)} <= known
