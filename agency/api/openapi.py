"""How the schema names and describes operations."""

from typing import Any

from drf_spectacular.openapi import AutoSchema

STREAMS = {
    "me": "What concerns me, as it happens.",
    "session/{session_id}": "What happens in the session, its text while it is written included.",
    "thread/{session_id}": "What happens in the session, its text while it is written included.",
    "workspace/{workspace_id}": "What changes in the catalogue, as it happens.",
}
WORDS = {"GET": "retrieve", "POST": "create", "PATCH": "update", "DELETE": "destroy"}


class Described(AutoSchema):
    """Names operations by their path, so that lists and rows never collide."""

    @property
    def apart(self) -> str:
        """The view's own word, by which its operations differ from those of a like address."""
        return getattr(self.view, "operation_word", "")

    def get_operation_id(self) -> str:
        """The nouns of the path and a verb."""
        parts = [part for part in self.path.split("/") if part and part != "api"]
        names = [part.replace("-", "_") for part in parts if not part.startswith("{")]
        is_list = self.method == "GET" and not parts[-1].startswith("{")
        word = "list" if is_list else WORDS[str(self.method)]
        return "_".join([*names, *([self.apart] if self.apart else []), word])

    def get_tags(self) -> list[str]:
        """The first noun of the path."""
        return [self.path.split("/")[2]]

    def _is_list_view(self, serializer: Any = None) -> bool:
        # Pages are described by their own shapes.
        return False


def file_form(**fields: str | None) -> dict[str, Any]:
    """A form with a `file`; the other fields by name with their format, None for plain text."""
    others = {
        name: {"type": "string"} | ({} if form is None else {"format": form})
        for name, form in fields.items()
    }
    file = {"type": "string", "format": "binary"}
    schema = {
        "type": "object",
        "additionalProperties": False,
        "required": ["file"],
        "properties": {"file": file, **others},
    }
    return {"multipart/form-data": schema}


def with_streams(
    result: dict[str, Any], generator: Any, request: Any, public: bool
) -> dict[str, Any]:
    """The document with the event streams, whose views are no REST views."""
    for subject, text in STREAMS.items():
        result["paths"][f"/api/{subject}/stream/"] = {"get": _stream(subject, text)}
    result["paths"] = dict(sorted(result["paths"].items()))
    return result


def _stream(subject: str, text: str) -> dict[str, Any]:
    noun, _, identity = subject.partition("/")
    ids = [identity.strip("{}")] if identity else []
    problem = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    events = {"text/event-stream": {"schema": {"type": "string"}}}
    return {
        "operationId": f"{noun}_stream_list",
        "description": f"{text} Server-sent events: the id is `seq`, a comment every 15 s.",
        "tags": [noun],
        "security": [{"token": []}, {"cookie": []}],
        "parameters": [
            *(_parameter(one, "path", {"type": "string", "format": "uuid"}) for one in ids),
            _parameter("since_id", "query", {"type": "integer", "minimum": 0, "default": 0}),
            _parameter("Last-Event-ID", "header", {"type": "integer", "minimum": 0}),
        ],
        "responses": {
            "200": {"content": events, "description": "The frames after the cursor, then new ones."}
        }
        | {
            str(code): {"content": problem, "description": ""}
            for code in (400, 401, 403, 404, 405, 410, 429, 503)
        },
    }


def _parameter(name: str, place: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "in": place, "schema": schema, "required": place == "path"}
