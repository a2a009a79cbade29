"""What an imported session is to run with: found by name in the workspace, else the default."""

from typing import Any
from uuid import UUID

from agency.models import Agent, Mode, Model
from agency.portable.rows import PortableSession
from agency.queries.default_agent import default_agent


class Catalogue:
    """The names of one workspace; `notes` says what was not found."""

    def __init__(self, user_id: int, workspace_id: UUID) -> None:
        self.user_id, self.workspace_id = user_id, workspace_id
        self.notes: list[str] = []
        self._agents: dict[str, Agent] | None = None
        self._default: Agent | None = None

    def agent(self, name: str | None) -> Agent:
        """The enabled agent of that name or alias; raises NotFound when there is none at all."""
        if self._agents is None:
            rows = Agent.objects.filter(workspace_id=self.workspace_id, enabled=True)
            self._agents = {}
            for row in rows.order_by("-created_at", "-id"):
                names = (*map(str, row.aliases), row.name)
                self._agents |= {one.casefold(): row for one in names}
        if name is not None and (found := self._agents.get(name.casefold())) is not None:
            return found
        if self._default is None:
            identity = default_agent(self.user_id, self.workspace_id)
            self._default = Agent.objects.get(pk=identity)
        if name is not None:
            self._note(f"There is no agent {name!r} here; {self._default.name!r} takes its place.")
        return self._default

    def mode(self, name: str) -> UUID | None:
        """The mode of that name, if there is one."""
        return self._named(Mode, "mode", name)

    def overrides(self, told: PortableSession) -> dict[str, Any]:
        """What the session has set for itself."""
        model = self._named(Model, "model", told.model) if told.model is not None else None
        given = {
            "model": model and str(model),
            "thinking": told.thinking,
            "system_prompt": told.system_prompt,
        }
        return {name: value for name, value in given.items() if value is not None}

    def _named(self, model: Any, noun: str, name: str) -> UUID | None:
        rows = model.objects.filter(workspace_id=self.workspace_id, name=name)
        found: UUID | None = rows.order_by("created_at").values_list("id", flat=True).first()
        if found is None:
            self._note(f"There is no {noun} {name!r} here; the default takes its place.")
        return found

    def _note(self, text: str) -> None:
        if text not in self.notes and len(self.notes) < 100:
            self.notes.append(text)
