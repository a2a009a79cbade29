"""A LangChain chat model of somebody else's making, which speaks to the fake over HTTP."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any

import openai
from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessageChunk, BaseMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.messages.utils import convert_to_openai_messages
from langchain_core.outputs import ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.utils.function_calling import convert_to_openai_tool


class FakeChat(BaseChatModel):
    """Streams chat completions by the SDK."""

    model: str
    base_url: str
    api_key: str = "sk-none"
    max_tokens: int = 4096

    @property
    def _llm_type(self) -> str:
        return "fake"

    def bind_tools(self, tools: Sequence[Any], **more: Any) -> Runnable[Any, Any]:
        """See `BaseChatModel.bind_tools`."""
        return self.bind(tools=[convert_to_openai_tool(tool) for tool in tools], **more)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **more: Any,
    ) -> ChatResult:
        raise NotImplementedError

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **more: Any,
    ) -> AsyncIterator[ChatGenerationChunk]:
        made: Any = openai.AsyncOpenAI(
            base_url=f"{self.base_url}/v1", api_key=self.api_key, max_retries=0
        )
        async with made as sdk:
            stream = await sdk.chat.completions.create(
                model=self.model,
                messages=convert_to_openai_messages(messages),
                stream=True,
                stream_options={"include_usage": True},
                max_tokens=self.max_tokens,
                **more,
            )
            async for chunk in stream:
                yield ChatGenerationChunk(message=_message(chunk))


def _message(chunk: Any) -> AIMessageChunk:
    if chunk.usage is not None:
        taken, given = chunk.usage.prompt_tokens, chunk.usage.completion_tokens
        usage = UsageMetadata(input_tokens=taken, output_tokens=given, total_tokens=taken + given)
        return AIMessageChunk(content="", usage_metadata=usage)
    if not chunk.choices:
        return AIMessageChunk(content="")
    choice = chunk.choices[0]
    delta = choice.delta
    content: Any = delta.content or delta.refusal or ""
    if thought := getattr(delta, "reasoning_content", None):
        content = [{"type": "reasoning", "reasoning": thought, "index": 0}]
    calls = [
        tool_call_chunk(
            id=call.id,
            index=call.index,
            name=call.function.name,
            args=call.function.arguments,
        )
        for call in delta.tool_calls or ()
    ]
    told = {"finish_reason": choice.finish_reason} if choice.finish_reason else {}
    return AIMessageChunk(content=content, tool_call_chunks=calls, response_metadata=told)
