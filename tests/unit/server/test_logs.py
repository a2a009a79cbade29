"""No secret reaches a log line."""

import io
import logging

import pytest
import structlog

from framework.core.secrets import decrypt, encrypt
from framework.server.logs import MASK, PROCESSORS, MaskSecrets, mask, renderer

CANARY = "cAnArY0123456789"


@pytest.mark.parametrize(
    "line",
    [
        f"key sk-ant-{CANARY}",
        f"Authorization: Bearer {CANARY}",
        f"subprotocol bearer.{CANARY}",
        f"postgresql://agency:{CANARY}@db/agency",
        f"redis://:{CANARY}@redis:6379/0",
        f"GET /?token={CANARY}&x=1",
        f"http://127.0.0.1:8000/welcome/{CANARY}/",
        f"{{'x-api-key': '{CANARY}'}}",
        f'{{"api_key": "{CANARY}"}}',
    ],
)
def test_a_secret_is_replaced_whole(line: str) -> None:
    assert MASK in mask(line)
    for start in range(len(CANARY) - 8):
        assert CANARY[start : start + 8] not in mask(line)


def test_a_key_from_the_environment_is_masked_whatever_its_shape(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "plain words as key")
    assert mask("sent plain words as key away") == f"sent {MASK} away"


def test_a_stored_key_is_masked_whatever_its_shape_once_it_was_read() -> None:
    token = encrypt(f"plain {CANARY}")
    assert decrypt(token) == f"plain {CANARY}"
    assert mask(f"sent plain {CANARY} away") == f"sent {MASK} away"


def test_a_record_is_masked_with_its_arguments_and_its_traceback() -> None:
    try:
        raise ValueError(f"Bearer {CANARY}")
    except ValueError:
        record = logging.LogRecord(
            "x", logging.ERROR, __file__, 1, "call with %s", (f"sk-{CANARY}",), None
        )
        import sys

        record.exc_info = sys.exc_info()
    MaskSecrets().filter(record)
    text = logging.Formatter().format(record)
    assert CANARY not in text
    assert "ValueError" in text


def test_ordinary_words_stay() -> None:
    line = "run 0192 of task-risk ended after 3 steps at http://127.0.0.1:8000/api/ready/"
    assert mask(line) == line


def test_a_line_tells_where_the_error_came_from_without_its_secrets() -> None:
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=PROCESSORS,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                renderer("text"),
            ],
        )
    )
    handler.addFilter(MaskSecrets())
    log = logging.Logger("x")
    log.addHandler(handler)
    try:
        raise ValueError(f"Bearer {CANARY}")
    except ValueError:
        log.exception("it failed")
    line = out.getvalue()
    assert "it failed" in line
    assert "Traceback" in line and "test_logs.py" in line
    assert CANARY not in line
