"""Read a client's JSON into a typed body that refuses what it does not know."""

from typing import Annotated, Any, ClassVar, TypeVar
from uuid import UUID

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from framework.core.errors import Invalid
from framework.core.ids import parse_uuid


def _as_id(value: Any) -> Any:
    found = parse_uuid(value)
    if found is None:
        raise ValueError("must be an id")
    return found


Id = Annotated[UUID, BeforeValidator(_as_id)]


class Body(BaseModel):
    """The fields of one request; unknown ones are refused, nothing is coerced."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    def given(self, *without: str) -> dict[str, Any]:
        """Only what the client sent, as a change set."""
        return {name: getattr(self, name) for name in self.model_fields_set if name not in without}


class Minted(Body):
    """A request that makes a row whose id the client may mint; a repeat finds the row."""

    id: Id | None = None
    row_tells_all: ClassVar[bool] = True
    """Whether the row knows the same request from another one with the same id."""


class Versioned(Body):
    """A change of an editable row; `version` (or If-Match) makes it refuse a stale one."""

    version: Annotated[int | None, Field(ge=0)] = None


def is_own_key(body: Any, key: object) -> bool:
    """Whether the request is named by the id of its row, which remembers it without our help."""
    return is_safe_again(body) and body.row_tells_all and str(body.id) == str(key)


def is_safe_again(body: Any) -> bool:
    """Whether a repeat may be carried out beside the first: the row's id keeps it from doubling."""
    return isinstance(body, Minted) and body.id is not None


AnyBody = TypeVar("AnyBody", bound=BaseModel)

_TEXTS = {
    "extra_forbidden": "is not a field of this request",
    "missing": "is required",
}


def read(model: type[AnyBody], data: Any) -> AnyBody:
    """The typed body; raises Invalid that names every field at fault."""
    if not isinstance(data, dict):
        raise Invalid("the body must be a JSON object")
    try:
        return model.model_validate(data)
    except ValidationError as error:
        errors: dict[str, list[str]] = {}
        for fault in error.errors(include_url=False, include_context=False, include_input=False):
            field = ".".join(str(part) for part in fault["loc"]) or "body"
            errors.setdefault(field, []).append(
                _TEXTS.get(fault["type"], fault["msg"].removeprefix("Value error, "))
            )
        detail = "; ".join(f"{field}: {texts[0]}" for field, texts in errors.items())
        raise Invalid(detail[:2_000], errors=errors) from None
