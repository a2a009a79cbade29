"""From a function's type hints and docstring to a JSON Schema, and back to its arguments."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model
from pydantic.errors import PydanticUserError

from agency.tool.spec import InvalidArguments, ToolContext
from framework.core.errors import AppError
from framework.core.text import strict_json

MAX_BYTES = 8 * 1024 * 1024
MAX_PROBLEMS = 8
MAX_SHOWN = 80
NAMED_ONCE = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
ARGUMENT_LINE = re.compile(r"^(\w+)\s*(?:\([^)]*\))?:\s+(.*)$")


class Arguments:
    """The arguments of one function: their schema, their check and their Python values."""

    def __init__(self, function: Callable[..., Any]) -> None:
        """Raises TypeError, with the remedy, for a function that cannot be a tool."""
        self.description, texts = _docstring(function)
        parameters = list(inspect.signature(function).parameters.values())
        hints = _hints(function)
        self.takes_context = bool(parameters) and hints.get(parameters[0].name) is ToolContext
        own = parameters[1:] if self.takes_context else parameters
        self.names = [parameter.name for parameter in own]
        if unknown := sorted(set(texts) - set(self.names)):
            raise TypeError(f"{function.__name__}: the docstring describes unknown {unknown}")
        fields = {
            # Own names, because a parameter called `json` would shadow one of the model's.
            f"argument_{at}": _field(function, parameter, hints, texts.get(parameter.name))
            for at, parameter in enumerate(own)
        }
        config = ConfigDict(extra="forbid", strict=True, arbitrary_types_allowed=False)
        try:
            self._model: type[BaseModel] = create_model(
                function.__name__, __config__=config, **fields
            )
            self.schema: dict[str, Any] = _plain(self._model.model_json_schema(by_alias=True))
        except PydanticUserError as error:
            raise TypeError(f"{function.__name__}: {error.message}") from error
        self.schema.pop("description", None)
        self.schema.setdefault("properties", {})

    def check(self, args: Any) -> dict[str, Any]:
        """The arguments as JSON, or InvalidArguments with a text that helps the model."""
        model = self._read(args)
        return model.model_dump(mode="json", by_alias=True, exclude_unset=True)

    def values(self, args: Mapping[str, Any]) -> dict[str, Any]:
        """The Python values to call the function with; what was not given is left out."""
        model = self._read(args)
        return {
            self.names[int(name.removeprefix("argument_"))]: getattr(model, name)
            for name in model.model_fields_set
        }

    def _read(self, args: Any) -> BaseModel:
        if not isinstance(args, Mapping):
            raise InvalidArguments("The arguments must be one JSON object.")
        text = _json_text(args)
        try:
            # From JSON, because only then do strict rules let an object fill a dataclass.
            return self._model.model_validate_json(text)
        except ValidationError as error:
            raise InvalidArguments(self._advice(error)) from error

    def _advice(self, error: ValidationError) -> str:
        problems = error.errors(include_url=False, include_context=False)
        lines = [f"- {_problem(dict(problem))}" for problem in problems[:MAX_PROBLEMS]]
        if len(problems) > MAX_PROBLEMS:
            lines.append(f"- and {len(problems) - MAX_PROBLEMS} more")
        required = self.schema.get("required", [])
        optional = [name for name in self.names if name not in required]
        taken = f"Required: {', '.join(required) or 'nothing'}."
        if optional:
            taken += f" Optional: {', '.join(optional)}."
        return "\n".join(["The arguments do not fit.", *lines, taken])


def _hints(function: Callable[..., Any]) -> dict[str, Any]:
    try:
        return get_type_hints(function, include_extras=True)
    except NameError as error:
        raise TypeError(f"{function.__name__}: {error}; import it at module level") from error


def _field(
    function: Callable[..., Any],
    parameter: inspect.Parameter,
    hints: Mapping[str, Any],
    text: str | None,
) -> Any:
    if parameter.kind not in NAMED_ONCE:
        raise TypeError(f"{function.__name__}: {parameter} cannot be an argument of a tool")
    if parameter.name not in hints:
        raise TypeError(f"{function.__name__}: annotate {parameter.name} with its type")
    hint = hints[parameter.name]
    notes = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    described = next((note for note in notes if isinstance(note, str)), text)
    extra: dict[str, Any] = {} if described is None else {"description": described}
    default = ... if parameter.default is parameter.empty else parameter.default
    return hint, Field(default=default, alias=parameter.name, **extra)


def _docstring(function: Callable[..., Any]) -> tuple[str, dict[str, str]]:
    """The description and the texts of an `Args:` section."""
    whole = inspect.getdoc(function)
    if not whole:
        raise TypeError(f"{function.__name__}: a docstring tells the model what the tool does")
    description, _, section = whole.partition("\nArgs:\n")
    texts: dict[str, str] = {}
    name = ""
    for line in section.splitlines():
        if line and not line.startswith(" "):
            break
        if found := ARGUMENT_LINE.match(line.strip()):
            name, texts[found[1]] = found[1], found[2]
        elif name and line.strip():
            texts[name] += f" {line.strip()}"
    return description.strip(), texts


def _plain(schema: Any, *, named: bool = False) -> Any:
    """The schema without the titles that pydantic makes of names; `named` maps keep all keys."""
    if isinstance(schema, list):
        return [_plain(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: value
        if key in ("default", "enum", "const", "examples") and not named
        else _plain(value, named=not named and key in ("properties", "$defs"))
        for key, value in schema.items()
        if named or key != "title"
    }


def _json_text(args: Mapping[str, Any]) -> str:
    try:
        checked = strict_json(dict(args), field="arguments", max_bytes=MAX_BYTES)
        return json.dumps(checked, ensure_ascii=False)
    except (TypeError, ValueError) as error:
        raise InvalidArguments(f"The arguments are not JSON: {error}.") from error
    except AppError as error:
        raise InvalidArguments(f"{error.detail}.") from error


def _problem(problem: Mapping[str, Any]) -> str:
    where = ".".join(str(part) for part in problem["loc"]) or "arguments"
    if problem["type"] == "missing":
        return f"{where} is missing"
    if problem["type"] == "extra_forbidden":
        return f"{where} is not an argument of this tool"
    given = json.dumps(problem["input"], ensure_ascii=False, default=str)
    if len(given) > MAX_SHOWN:
        given = f"{given[:MAX_SHOWN]}…"
    return f"{where}: {problem['msg']} (given {given})"
