"""Structured logs on standard error, with every secret masked before a handler sees it."""

import structlog

from framework.server.logs import PROCESSORS, renderer
from framework.server.settings.env import env

LOG_LEVEL = env.str("AGENCY_LOG_LEVEL", default="INFO").upper()
LOG_FORMAT = env.str("AGENCY_LOG_FORMAT", default="text")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"secrets": {"()": "framework.server.logs.MaskSecrets"}},
    "formatters": {
        "structured": {
            "()": structlog.stdlib.ProcessorFormatter,
            "foreign_pre_chain": PROCESSORS,
            "processors": [
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                renderer(LOG_FORMAT),
            ],
        }
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "structured",
            "filters": ["secrets"],
        }
    },
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        "daphne": {"level": "WARNING"},
        "kombu": {"level": "WARNING"},
        "celery": {"level": "INFO"},
        # Two lines for each run; the table of tasks tells more.
        "celery.worker.strategy": {"level": "WARNING"},
        "celery.app.trace": {"level": "WARNING"},
        "httpx": {"level": "WARNING"},
        "httpx2": {"level": "WARNING"},
        "anthropic": {"level": "WARNING"},
        "openai": {"level": "WARNING"},
    },
}

structlog.configure(
    processors=[*PROCESSORS, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
    logger_factory=structlog.stdlib.LoggerFactory(),
    wrapper_class=structlog.stdlib.BoundLogger,
    cache_logger_on_first_use=True,
)
