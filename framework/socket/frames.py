"""Frames in and out: JSON objects as text."""

import json
from typing import Any

from framework.core.errors import AppError, Invalid
from framework.core.text import parse_json

FRAME_LIMIT = 16 * 1024 * 1024
MAX_REF = 180

Frame = dict[str, Any]


def parse_frame(text: str) -> Frame:
    """The object that a client sent; raises Invalid or PayloadTooLarge."""
    frame = parse_json(text, max_bytes=FRAME_LIMIT)
    if not isinstance(frame, dict):
        raise Invalid("a frame is a JSON object")
    return frame


def ref_of(frame: Frame) -> str | int | None:
    """The client's own name of this frame, to be echoed; raises Invalid."""
    ref = frame.get("ref")
    if ref is None or (isinstance(ref, int) and not isinstance(ref, bool)):
        return ref
    if not isinstance(ref, str) or not 0 < len(ref) <= MAX_REF:
        raise Invalid.field("ref", f"must be a number or text of 1 to {MAX_REF} characters")
    return ref


def encode(frame: Frame) -> str:
    """The text of a frame, as compact as JSON gets."""
    return json.dumps(frame, ensure_ascii=False, separators=(",", ":"))


def error_frame(error: AppError, ref: str | int | None = None) -> Frame:
    """The problem object of REST as a frame; its own `type` gives way to the frame's."""
    return error.problem() | {"type": "error", "ref": ref}
