"""Which of the five kinds a failure is, and that it never tells the key."""

import anthropic
import httpx2
import pytest

from agency.llm.anthropic.failures import failure_of, status_failure
from agency.llm.port import Usage
from agency.llm.secrets import scrub

KEY = "sk-ant-canary-0123456789abcdefghij"
REQUEST = httpx2.Request("POST", "http://provider.test/v1/messages", headers={"x-api-key": KEY})


def body(error_type: str, message: str = "words", code: str | None = None) -> dict[str, object]:
    details = {"details": {"error_code": code}} if code else {}
    return {"type": "error", "error": {"type": error_type, "message": message, **details}}


@pytest.mark.parametrize(
    ("status", "error_type", "kind"),
    [
        (400, "invalid_request_error", "fatal"),
        (401, "authentication_error", "fatal"),
        (402, "billing_error", "fatal"),
        (403, "permission_error", "fatal"),
        (404, "not_found_error", "fatal"),
        (408, "timeout_error", "retryable"),
        (409, "conflict_error", "retryable"),
        (413, "request_too_large", "overflow"),
        (422, "", "fatal"),
        (429, "rate_limit_error", "rate_limited"),
        (500, "api_error", "retryable"),
        (502, "", "retryable"),
        (503, "", "overloaded"),
        (504, "timeout_error", "retryable"),
        (529, "overloaded_error", "overloaded"),
        (200, "overloaded_error", "overloaded"),
        (200, "rate_limit_error", "rate_limited"),
        (200, "api_error", "retryable"),
        (200, "something_new", "retryable"),
    ],
)
def test_kinds_follow_type_and_status(status: int, error_type: str, kind: str) -> None:
    failure = status_failure(status, body(error_type), key=KEY, model="claude-x")
    assert failure.kind == kind
    assert failure.status == status
    assert failure.hint


def test_a_prompt_over_the_window_is_an_overflow_though_its_type_is_an_ordinary_one() -> None:
    told = body("invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum")
    assert status_failure(400, told, key=KEY, model="m").kind == "overflow"


def test_a_spending_limit_is_fatal_though_its_status_says_wait() -> None:
    told = body("rate_limit_error", "limit", code="enforced_spend_limit_reached")
    failure = status_failure(429, told, key=KEY, model="m")
    assert failure.kind == "fatal"
    assert "spending limit" in failure.hint


@pytest.mark.parametrize(
    ("status", "words"),
    [(401, "API key"), (402, "billing"), (403, "claude-x"), (404, "claude-x"), (400, "detail")],
)
def test_each_fatal_refusal_says_what_to_do_next(status: int, words: str) -> None:
    assert words in status_failure(status, {}, key=KEY, model="claude-x").hint


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "7"}, 7.0),
        ({"retry-after-ms": "1500"}, 1.5),
        (
            {
                "date": "Mon, 30 Nov 2026 10:00:00 GMT",
                "retry-after": "Mon, 30 Nov 2026 10:00:09 GMT",
            },
            9.0,
        ),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-3"}, None),
        ({}, None),
    ],
    ids=["seconds", "milliseconds", "date", "words", "negative", "absent"],
)
def test_retry_after_is_read_in_each_form(headers: dict[str, str], seconds: float | None) -> None:
    response = httpx2.Response(429, headers=headers, request=REQUEST)
    error = anthropic.RateLimitError("slow", response=response, body=body("rate_limit_error"))
    assert failure_of(error, key=KEY, model="m").retry_after == seconds


@pytest.mark.parametrize(
    "error",
    [
        httpx2.RemoteProtocolError("peer closed"),
        httpx2.ReadError("reset"),
        httpx2.ReadTimeout("slow"),
        ConnectionResetError("reset"),
        anthropic.APITimeoutError(REQUEST),
        anthropic.APIConnectionError(request=REQUEST),
    ],
)
def test_transport_errors_are_retryable_and_keep_what_the_call_cost(error: Exception) -> None:
    usage = Usage(input=5, output=2, estimated=True)
    failure = failure_of(error, key=KEY, model="m", usage=usage)
    assert failure.kind == "retryable"
    assert failure.usage == usage


@pytest.mark.parametrize(
    "told",
    [
        f"invalid x-api-key {KEY}",
        f"key {KEY[5:20]} is revoked",
        f"ends in …{KEY[-9:]}",
        "try sk-ant-another0123456789 instead",
        f"Authorization: Bearer {KEY}",
    ],
)
def test_no_eight_characters_of_a_key_survive(told: str) -> None:
    detail = status_failure(401, body("authentication_error", told), key=KEY, model="m").detail
    assert not any(KEY[at : at + 8] in detail for at in range(len(KEY) - 7))
    assert "another0123456789" not in detail


def test_a_text_without_a_key_is_left_alone() -> None:
    assert scrub("nothing to hide here", KEY) == "nothing to hide here"
    assert scrub("nothing to hide here", None) == "nothing to hide here"


def test_a_detail_is_never_longer_than_a_paragraph() -> None:
    told = body("invalid_request_error", "x" * 100_000)
    assert len(status_failure(400, told, key=KEY, model="m").detail) <= 600
