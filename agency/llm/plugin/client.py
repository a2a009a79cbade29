"""Any LangChain chat model behind the port, by its `astream`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing
from typing import Any, cast

from langchain_core.messages import AIMessageChunk, HumanMessage
from langchain_core.runnables import Runnable

from agency.llm.plugin.assemble import ChunkAssembly
from agency.llm.plugin.failures import failure_of
from agency.llm.plugin.load import chat_class, made
from agency.llm.plugin.messages import plain_messages
from agency.llm.port import ModelError, ModelRequest, StreamEvent
from agency.llm.tokens import estimate_request


class PluginClient:
    """One class with one set of arguments. The provider's options name both."""

    def __init__(
        self, *, base_url: str | None, key: str | None, options: Mapping[str, Any]
    ) -> None:
        self._base_url = base_url
        self._key = key
        self._path = str(options.get("class") or "")
        arguments = options.get("arguments")
        self._arguments: dict[str, Any] = arguments if isinstance(arguments, dict) else {}

    async def stream(self, request: ModelRequest) -> AsyncIterator[StreamEvent]:
        """See `ModelClient.stream`."""
        model = self._ready(request)
        assembly = ChunkAssembly(estimate=estimate_request(request), model=request.model)
        failure: ModelError | None = None
        try:
            chunks = cast(Any, model.astream(plain_messages(request)))
            async with aclosing(chunks):
                async for chunk in chunks:
                    for event in assembly.accept(cast(AIMessageChunk, chunk)):
                        yield event
        except Exception as error:  # a foreign class may raise anything
            failure = failure_of(error, key=self._key, model=request.model, usage=assembly.usage)
        if failure is not None:
            raise failure
        for event in assembly.finish():
            yield event

    def _ready(self, request: ModelRequest) -> Runnable[Any, Any]:
        """The model with its tools bound; one that cannot use tools says so before the call."""
        model = made(self._path, self._arguments, request, base_url=self._base_url, key=self._key)
        if not request.tools:
            return model
        tools = [
            {
                "type": "function",
                "function": {
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": {"properties": {}, **tool.input_schema},
                },
            }
            for tool in request.tools
        ]
        choice = {} if request.tool_choice is None else {"tool_choice": request.tool_choice}
        try:
            return model.bind_tools(tools, **choice)
        except (NotImplementedError, TypeError, ValueError) as error:
            failure = ModelError(
                "fatal",
                f"{self._path} does not take these tools ({type(error).__name__}).",
                hint="Say in the catalogue that this model has no tools, or choose another.",
            )
        raise failure

    async def count_tokens(self, request: ModelRequest) -> int:
        """See `ModelClient.count_tokens`; an estimate."""
        return estimate_request(request)

    async def probe(self) -> str:
        """See `ModelClient.probe`: the class is there; whether it answers, a model's test tells."""
        name = chat_class(self._path).__name__
        request = ModelRequest("test", "", [HumanMessage("test")])
        made(self._path, self._arguments, request, base_url=self._base_url, key=self._key)
        return f"{name} is installed and may be used."

    async def aclose(self) -> None:
        """See `ModelClient.aclose`."""
