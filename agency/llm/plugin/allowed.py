"""Which classes may be loaded as chat models: those that the environment names, and no other."""

from __future__ import annotations

import os

VARIABLE = "AGENCY_CHAT_MODELS"


def allowed_classes() -> list[str]:
    """Dotted paths, read when asked, so that tests can set them."""
    named = os.environ.get(VARIABLE, "").split(",")
    return [name.strip() for name in named if name.strip()]
