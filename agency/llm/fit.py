"""A request made to fit what a model can do, or refused with a reason before any call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from langchain_core.messages import BaseMessage, HumanMessage

from agency.llm.port import ModelError, ModelRequest

UNSEEN = "[a picture was here; this model cannot see pictures]"


def fitted(request: ModelRequest, abilities: Mapping[str, Any], name: str) -> ModelRequest:
    """The request for a model of these abilities; what the catalogue does not deny is tried.

    A picture in the newest message, thinking that was asked for, and tools for a model without
    them are refused. Earlier pictures become a sentence, so that a session can change its model.
    """
    if request.tools and abilities.get("tools") is False:
        raise _lacks(name, "cannot use tools", "Choose another model or a mode without tools.")
    if request.thinking and abilities.get("thinking") is False:
        raise _lacks(name, "cannot think before it answers", "Switch thinking off in this session.")
    if abilities.get("vision") is not False or not any(map(_has_picture, request.messages)):
        return request
    newest = next((m for m in reversed(request.messages) if isinstance(m, HumanMessage)), None)
    if newest is not None and _has_picture(newest):
        raise _lacks(name, "cannot see pictures", "Choose a model that can, or send text alone.")
    return replace(request, messages=[_blind(message) for message in request.messages])


def _lacks(name: str, what: str, hint: str) -> ModelError:
    return ModelError("fatal", f"{name} {what}.", hint=hint)


def _is_picture(block: Any) -> bool:
    return isinstance(block, dict) and block.get("type") in ("image", "image_url")


def _has_picture(message: BaseMessage) -> bool:
    return not isinstance(message.content, str) and any(map(_is_picture, message.content))


def _blind(message: BaseMessage) -> BaseMessage:
    if not _has_picture(message):
        return message
    seen = {"type": "text", "text": UNSEEN}
    content = [seen if _is_picture(block) else block for block in message.content]
    return message.model_copy(update={"content": content})
