"""Requests drawn from the schema, with real ids now and then."""

import json
from typing import Any

import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck, strategies
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.contract.people import Crowd
from tests.plugin.stack import Stack

pytestmark = pytest.mark.live
EXAMPLES = 6
CHECKS = (
    not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)


def real_ids(crowd: Crowd) -> dict[str, str]:
    """Ids of rows that are there."""
    session = crowd.owner.call("GET", f"/api/session/{crowd.session()}/")["session"]
    return {
        "session_id": session["id"],
        "branch_id": session["active_branch_id"],
        "other_id": session["active_branch_id"],
        "workspace_id": crowd.workspace,
    }


def is_ready(response: Any) -> bool:
    """Readiness alone may say 503, when the machine is slow."""
    return bool(response.status_code != 503 or response.json()["code"] == "not_ready")


def test_no_request_makes_the_server_fail(stack: Stack, crowd: Crowd) -> None:
    headers = {"Authorization": f"Bearer {crowd.owner.token}"}
    schema = schemathesis.openapi.from_url(f"{stack.url}/api/schema/", headers=headers)
    for found in schema.get_all_operations():
        operation = found.ok()
        # An event stream has no end to wait for; test_sse.py reads those.
        if not operation.path.endswith("/stream/"):
            try_operation(operation, headers, real_ids(crowd))


def try_operation(operation: Any, headers: dict[str, str], ids: dict[str, str]) -> None:
    """A few requests of one operation; each refusal is a problem."""

    @hypothesis.settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        phases=[hypothesis.Phase.generate],
    )
    @hypothesis.given(case=operation.as_strategy(), is_real=strategies.booleans())
    def attempt(case: Any, is_real: bool) -> None:
        if is_real:
            case.path_parameters = {
                name: ids.get(name, value) for name, value in (case.path_parameters or {}).items()
            }
        response = case.call(headers={**(case.headers or {}), **headers}, timeout=30)
        if response.status_code >= 400:
            assert response.headers["content-type"] == ["application/problem+json"]
            assert {"code", "title", "status", "detail"} <= set(json.loads(response.content))
        if is_ready(response):
            case.validate_response(response, checks=CHECKS)

    attempt()
