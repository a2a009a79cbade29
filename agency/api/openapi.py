"""How the schema names and describes operations."""

from typing import Any

from drf_spectacular.openapi import AutoSchema

WORDS = {"GET": "retrieve", "POST": "create", "PATCH": "update", "DELETE": "destroy"}


class Described(AutoSchema):
    """Names operations by their path, so that lists and rows never collide."""

    def get_operation_id(self) -> str:
        """The nouns of the path and a verb."""
        parts = [part for part in self.path.split("/") if part and part != "api"]
        names = [part.replace("-", "_") for part in parts if not part.startswith("{")]
        is_list = self.method == "GET" and not parts[-1].startswith("{")
        word = "list" if is_list else WORDS[str(self.method)]
        return "_".join([*names, word])

    def get_tags(self) -> list[str]:
        """The first noun of the path."""
        return [self.path.split("/")[2]]

    def _is_list_view(self, serializer: Any = None) -> bool:
        # Pages are described by their own shapes.
        return False
