"""How a log line looks, and what must never be in one."""

import logging
import os
import re
from typing import Any

import structlog
from structlog.typing import EventDict, Processor

from framework.core.seen_secrets import seen_secrets

MASK = "[secret]"

SHAPES = re.compile(
    r"""(?xi)
      \b(?:sk|rk|pk)-[a-z0-9_-]{8,}                            # provider keys
    | (?<=bearer\s)[a-z0-9._~+/=-]{8,}
    | (?<=bearer\.)[a-z0-9._~+/=-]{8,}
    | \bagency_[a-z0-9_-]{16,}                                 # our own tokens
    | (?<=://)[^\s/@:]*:[^\s/@]+(?=@)                           # user:password@host
    | (?<=/welcome/)[a-z0-9_-]{8,}
    | (?:(?<=api_key=)|(?<=apikey=)|(?<=token=)|(?<=password=)|(?<=secret=))[^\s&"',;]+
    | (?:(?<=x-api-key:\s)|(?<=api-key:\s))[^\s"',;]+
    | (?:(?<="x-api-key":\s")|(?<='x-api-key':\s')|(?<="api_key":\s")|(?<='api_key':\s'))[^"']+
    """
)

SECRET_VARIABLES = ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "AGENCY_SECRET_KEY")


def mask(text: str) -> str:
    """The text with each key, token and password replaced whole, never shortened."""
    for variable in SECRET_VARIABLES:
        value = os.environ.get(variable, "")
        if len(value) >= 8:
            text = text.replace(value, MASK)
    for value in seen_secrets():
        text = text.replace(value, MASK)
    return SHAPES.sub(MASK, text)


class MaskSecrets(logging.Filter):
    """Masks a record in place, so that every handler after it sees the masked text."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.msg, dict):
            record.msg = masked(record.msg)
            return True
        record.msg, record.args = mask(record.getMessage()), ()
        if record.exc_info and not record.exc_text:
            record.exc_text = mask(logging.Formatter().formatException(record.exc_info))
            record.exc_info = None
        return True


def masked(value: Any) -> Any:
    """The same for the values of a structured event."""
    if isinstance(value, str):
        return mask(value)
    if isinstance(value, dict):
        return {key: masked(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [masked(item) for item in value]
    return value


def with_traceback(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Put the traceback that `MaskSecrets` has masked where a renderer shows it."""
    record = event.get("_record")
    if record is not None and record.exc_text:
        event["exception"] = record.exc_text
    return event


PROCESSORS: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.stdlib.PositionalArgumentsFormatter(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
    with_traceback,
]


def renderer(name: str) -> Processor:
    """`json` for machines; anything else reads well in a terminal."""
    if name == "json":
        return structlog.processors.JSONRenderer()
    return structlog.dev.ConsoleRenderer(colors=False, pad_event_to=0)
