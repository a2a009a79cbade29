"""Our history in the forms of messages that every LangChain integration reads."""

from __future__ import annotations

from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from agency.llm.pictures import image_url
from agency.llm.port import ModelRequest

EMPTY_MESSAGE = "(empty message)"


def plain_messages(request: ModelRequest) -> list[BaseMessage]:
    """The system prompt first; thoughts stay behind, calls stand beside the text."""
    texts = [request.system]
    texts += [one.text for one in request.messages if isinstance(one, SystemMessage)]
    told = "\n\n".join(text for text in texts if text.strip())
    plain: list[BaseMessage] = [SystemMessage(told)] if told else []
    plain += [_plain(one) for one in request.messages if not isinstance(one, SystemMessage)]
    return plain


def _plain(message: BaseMessage) -> BaseMessage:
    parts = list(_parts(message.content))
    texts = "\n\n".join(part["text"] for part in parts if part["type"] == "text")
    if isinstance(message, AIMessage):
        return AIMessage(texts, tool_calls=message.tool_calls)
    has_pictures = any(part["type"] != "text" for part in parts)
    content: Any = parts if has_pictures else texts
    if isinstance(message, ToolMessage):
        return ToolMessage(content, tool_call_id=message.tool_call_id, status=message.status)
    return HumanMessage(content or EMPTY_MESSAGE)


def _parts(content: str | list[Any]) -> list[dict[str, Any]]:
    parts: list[dict[str, Any]] = []
    for block in [content] if isinstance(content, str) else content:
        if isinstance(block, str):
            block = {"type": "text", "text": block}
        if block.get("type") == "text" and block["text"].strip():
            parts.append({"type": "text", "text": block["text"]})
        elif block.get("type") in ("image", "image_url"):
            parts.append({"type": "image_url", "image_url": {"url": image_url(block)}})
    return parts
