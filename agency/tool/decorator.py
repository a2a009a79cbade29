"""`@tool`: a Python function becomes something an agent may call."""

import inspect
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

from agency.policy import Nature, Outcome
from agency.tool.registry import register
from agency.tool.schema import Arguments
from agency.tool.spec import Effect, Kind, ToolSpec

Function = TypeVar("Function", bound=Callable[..., Any])

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")
SPEC_ATTRIBUTE = "tool_spec"


def tool(
    *,
    effect: Effect,
    parallel: bool = False,
    default_policy: Outcome = "ask",
    name: str | None = None,
    kind: Kind = "function",
    sensitive: Mapping[str, Nature] | None = None,
) -> Callable[[Function], Function]:
    """Offer the decorated function as a tool; it stays an ordinary function.

    Its type hints become the schema, its docstring the description, an `Args:` section the
    descriptions of the arguments. A first parameter annotated `ToolContext` gets the context
    and is not an argument. A sync function runs in a process of its own, which is killed when
    the call is stopped or takes too long; an async one shares the worker's loop and must not
    block it.

    Args:
        effect: what a repeat after a crash would do: nothing ("pure"), the same again
            ("idempotent"), or damage ("once": never repeated without a person's word).
        parallel: may run beside other calls of the same turn.
        default_policy: what happens where no rule says otherwise.
        name: the name for the model; the function's own when left out.
        kind: "question" for a tool whose result is a person's answer, "child" for one whose
            result is a child session's; neither is ever run.
        sensitive: which arguments are a "path", a "command" or a "url", for policy.
    """

    def decorate(function: Function) -> Function:
        spec = _spec(function, effect, parallel, default_policy, name, kind, sensitive or {})
        register(spec)
        setattr(function, SPEC_ATTRIBUTE, spec)
        return function

    return decorate


def spec_of(function: Callable[..., Any]) -> ToolSpec:
    """The spec of a decorated function."""
    return cast(ToolSpec, getattr(function, SPEC_ATTRIBUTE))


def _spec(
    function: Callable[..., Any],
    effect: Effect,
    parallel: bool,
    default_policy: Outcome,
    name: str | None,
    kind: Kind,
    sensitive: Mapping[str, Nature],
) -> ToolSpec:
    called = name or function.__name__
    if not NAME.fullmatch(called):
        raise TypeError(f"{called}: letters, digits, _ and -, at most 64, a letter first")
    is_async = inspect.iscoroutinefunction(function)
    if not is_async and "<locals>" in function.__qualname__:
        raise TypeError(f"{called}: a sync tool runs elsewhere, so define it at module level")
    arguments = Arguments(function)
    if unknown := set(sensitive) - set(arguments.names):
        raise TypeError(f"{called}: sensitive names no argument: {sorted(unknown)}")
    return ToolSpec(
        name=called,
        description=arguments.description,
        input_schema=arguments.schema,
        effect=effect,
        parallel=parallel,
        default_policy=default_policy,
        kind=kind,
        module_path=f"{function.__module__}:{function.__qualname__}",
        is_async=is_async,
        sensitive=dict(sensitive),
        function=function,
        arguments=arguments,
    )
