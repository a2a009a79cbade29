"""REST as a program calls it, in this process, against the real database."""

import json
from typing import Any

from django.test import Client

from agency.commands.identity.issue_token import issue_token
from agency.models import User


class Caller:
    """One person's token and the calls made with it."""

    def __init__(self, user: User | None, *, scopes: tuple[str, ...] = ()) -> None:
        headers = {}
        if user is not None:
            _, token = issue_token(user_id=user.pk, name="test", scopes=scopes)
            headers = {"Authorization": f"Bearer {token}"}
        self.client = Client(headers=headers, raise_request_exception=False)

    def __call__(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """The response; names of headers use `_` for `-`."""
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.generic(
            method,
            path,
            data=body if isinstance(body, str | bytes) else _json(body),
            content_type="application/json",
            headers=given,
        )


def _json(body: Any) -> str:
    return "" if body is None else json.dumps(body)


def problem(response: Any) -> tuple[int, str]:
    """Status and code of a refusal, which must be problem details."""
    assert response.headers["Content-Type"] == "application/problem+json", response.content
    body = response.json()
    assert {"type", "title", "status", "detail", "code"} <= set(body)
    assert body["status"] == response.status_code
    return response.status_code, body["code"]
