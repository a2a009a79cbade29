"""A refusal, and the base of all shapes."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

Time = Annotated[str, Field(json_schema_extra={"format": "date-time"})]
IdText = Annotated[str, Field(json_schema_extra={"format": "uuid"})]
Money = Annotated[str, Field(description="USD as a decimal string.")]
Bag = dict[str, Any]


class Shape(BaseModel):
    """A record with exactly these fields."""

    model_config = ConfigDict(extra="forbid")


class Problem(BaseModel):
    """Problem details (RFC 9457); `code` is stable, further members belong to the code."""

    model_config = ConfigDict(extra="allow")
    type: str
    title: str
    status: int
    detail: str
    code: str
    errors: dict[str, list[str]] = {}


class PageShape(Shape):
    """A page of a list."""

    next: str | None
    previous: str | None
