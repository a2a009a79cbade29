"""From a function to a tool."""

from dataclasses import dataclass
from typing import Annotated, Literal, NotRequired

import pytest
from pydantic import BaseModel, Field
from typing_extensions import TypedDict

from agency.tool import ToolContext, tool
from agency.tool.decorator import spec_of
from agency.tool.registry import ToolNameTaken, all_specs, get_spec, load_tools
from agency.tool.spec import InvalidArguments


@dataclass
class Point:
    x: int
    y: int = 0


class Tag(TypedDict):
    name: str
    weight: NotRequired[float]


class Author(BaseModel):
    name: str


@tool(effect="idempotent", name="sample_all", sensitive={"json": "path"}, parallel=True)
async def everything(
    ctx: ToolContext,
    json: str,
    limit: Annotated[int, "how many", Field(ge=1)] = 10,
    ratio: float = 0.5,
    mode: Literal["fast", "slow"] = "fast",
    point: Point | None = None,
    tags: list[Tag] = [],  # noqa: B006 (what people write)
    author: Author | None = None,
    table: dict[str, bool] | None = None,
) -> str:
    """Take one of each.

    The second paragraph counts too.

    Args:
        json: where it is, told over
            two lines
    """
    return f"{json} {limit} {point} {tags} {author}"


SPEC = spec_of(everything)


def test_the_spec_says_what_the_decorator_said():
    assert (SPEC.name, SPEC.effect, SPEC.parallel) == ("sample_all", "idempotent", True)
    assert (SPEC.default_policy, SPEC.kind, SPEC.is_async) == ("ask", "function", True)
    assert SPEC.module_path == f"{__name__}:everything"
    assert SPEC.description == "Take one of each.\n\nThe second paragraph counts too."
    assert SPEC.facts.sensitive == {"json": "path"}
    assert get_spec("sample_all") is SPEC
    assert get_spec("sample") is None


def test_the_schema_is_strict_and_described():
    schema = SPEC.input_schema
    assert schema["required"] == ["json"]
    assert schema["additionalProperties"] is False
    assert schema["properties"]["json"] == {
        "type": "string",
        "description": "where it is, told over two lines",
    }
    assert schema["properties"]["limit"] == {
        "type": "integer",
        "minimum": 1,
        "default": 10,
        "description": "how many",
    }
    assert schema["properties"]["mode"]["enum"] == ["fast", "slow"]
    assert schema["$defs"]["Point"]["additionalProperties"] is False
    assert "title" not in schema and "ctx" not in schema["properties"]


async def test_the_function_gets_values_of_its_own_types(ctx):
    args = {"json": "a", "point": {"x": 1}, "tags": [{"name": "t"}], "author": {"name": "A"}}
    values = SPEC.arguments.values(args)
    assert values["point"] == Point(1)
    assert values["author"] == Author(name="A")
    assert await everything(ctx, **values) == "a 10 Point(x=1, y=0) [{'name': 't'}] name='A'"


def test_checked_arguments_are_json_and_hold_only_what_was_given():
    assert SPEC.arguments.check({"json": "a", "ratio": 1}) == {"json": "a", "ratio": 1.0}


@pytest.mark.parametrize(
    ("args", "text"),
    [
        ({}, "json is missing"),
        ({"json": "a", "limit": "5"}, 'limit: Input should be a valid integer (given "5")'),
        ({"json": "a", "limit": 0}, "greater than or equal to 1"),
        ({"json": "a", "limit": True}, "limit: Input should be a valid integer"),
        ({"json": "a", "mode": "medium"}, "'fast' or 'slow'"),
        ({"json": "a", "point": {"x": 1, "z": 2}}, "point.z"),
        ({"json": "a", "tags": [{"name": 1}]}, "tags.0.name"),
        ({"json": "a", "more": 1}, "more is not an argument of this tool"),
        ({"json": "a\0"}, "NUL"),
        ({"json": "\ud800"}, "surrogate"),
        ({"json": "a", "ratio": float("nan")}, "NaN"),
        ({"json": {1}}, "not JSON"),
        ([], "one JSON object"),
        (None, "one JSON object"),
    ],
)
def test_wrong_arguments_are_refused_with_help(args, text):
    with pytest.raises(InvalidArguments) as refused:
        SPEC.arguments.check(args)
    assert text in str(refused.value)


def test_the_help_names_what_may_be_given_and_stays_short():
    with pytest.raises(InvalidArguments) as refused:
        SPEC.arguments.check({"tags": [{"name": at} for at in range(50)], "mode": "x" * 5_000})
    text = str(refused.value)
    assert "Required: json. Optional: limit, ratio, mode" in text
    assert "and 44 more" in text
    assert len(text) < 2_000


def test_a_text_with_a_written_out_nul_is_no_nul():
    assert SPEC.arguments.check({"json": "\\u0000"}) == {"json": "\\u0000"}


def nameless(text: str) -> str:
    return text


def untyped(text) -> str:
    """Take anything."""
    return text


def many(*texts: str) -> str:
    """Take many."""
    return ""


def misdescribed(text: str) -> str:
    """Take one.

    Args:
        other: not there
    """
    return text


class Strange:
    """No type for JSON."""


def strange(it: Strange) -> str:
    """Take a thing."""
    return ""


@pytest.mark.parametrize(
    ("function", "text"),
    [
        (nameless, "docstring"),
        (untyped, "annotate text"),
        (many, "cannot be an argument"),
        (misdescribed, "unknown"),
        (strange, "strange"),
    ],
)
def test_a_function_that_cannot_be_a_tool_is_refused_with_the_remedy(function, text):
    with pytest.raises(TypeError, match=text):
        tool(effect="pure")(function)


def test_a_sync_tool_must_be_at_module_level_and_a_name_must_be_plain():
    def local() -> str:
        """Stay here."""
        return ""

    with pytest.raises(TypeError, match="module level"):
        tool(effect="pure")(local)
    with pytest.raises(TypeError, match="letters"):
        tool(effect="pure", name="no spaces")(strange)
    with pytest.raises(TypeError, match="sensitive"):
        tool(effect="pure", sensitive={"x": "path"})(everything)


def test_one_name_is_one_function():
    with pytest.raises(ToolNameTaken):

        @tool(effect="pure", name="sample_all")
        async def other() -> str:
            """Claim a name."""
            return ""


BUILT_IN = {
    "Read": ("pure", "allow", True, "function"),
    "Glob": ("pure", "allow", True, "function"),
    "Grep": ("pure", "allow", True, "function"),
    "ReadOutput": ("pure", "allow", True, "function"),
    "Write": ("idempotent", "ask", False, "function"),
    "Edit": ("once", "ask", False, "function"),
    "TodoWrite": ("idempotent", "allow", False, "function"),
    "ask_human": ("pure", "allow", False, "question"),
    "AskUserQuestion": ("pure", "allow", False, "question"),
}


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_built_in_tools_are_loaded_with_their_effects(name, monkeypatch):
    monkeypatch.setattr("django.utils.module_loading.autodiscover_modules", lambda name: None)
    load_tools()
    spec = all_specs()[name]
    found = (spec.effect, spec.default_policy, spec.parallel, spec.kind)
    assert found == BUILT_IN[name]
