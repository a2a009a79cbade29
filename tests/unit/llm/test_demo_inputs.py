"""The demo model's calls against the built-in tools as they really are."""

import importlib
import pkgutil

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

import agency.tool.builtin
from agency.llm.demo.choose import next_parts
from agency.llm.demo.parts import Call
from agency.llm.demo.suggestions import SUGGESTIONS
from agency.llm.demo.turn import read_turn
from agency.llm.port import ModelRequest, ToolSchema
from agency.tool.execute import validate_args
from agency.tool.registry import all_specs

for module in pkgutil.iter_modules(agency.tool.builtin.__path__):
    importlib.import_module(f"agency.tool.builtin.{module.name}")

STEPS = 4


@pytest.mark.parametrize("prompt", [each["prompt"] for each in SUGGESTIONS])
def test_every_call_of_a_scene_is_taken_by_the_real_tool(prompt: str) -> None:
    specs = all_specs()
    tools = [ToolSchema(one.name, one.description, one.input_schema) for one in specs.values()]
    history: list[HumanMessage | AIMessage | ToolMessage] = [HumanMessage(prompt)]
    for step in range(STEPS):
        request = ModelRequest(model="demo", system="", messages=history, tools=tools)
        calls = [part for part in next_parts(read_turn(request)) if isinstance(part, Call)]
        for call in calls:
            validate_args(specs[call.name], dict(call.input))
        if not calls:
            return
        ids = [f"call_{step}_{index}" for index in range(len(calls))]
        made = [
            {"name": call.name, "args": dict(call.input), "id": name, "type": "tool_call"}
            for name, call in zip(ids, calls, strict=True)
        ]
        history.append(AIMessage("", tool_calls=made))
        history.extend(ToolMessage("notes/a.md", tool_call_id=name) for name in ids)
    pytest.fail("the scene does not end")
