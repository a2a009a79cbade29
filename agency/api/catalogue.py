"""Providers, models, profiles, agents, modes and skills: the same five methods for each."""

from typing import Any
from uuid import UUID

from rest_framework.request import Request

from agency.access import catalogue_for, my_workspaces
from agency.api.endpoint import Endpoint, caller_of, operation
from agency.api.filters import WORKSPACE, by_workspace
from agency.api.paging import PARAMETERS, page_of
from agency.api.shapes import catalogue as shapes
from agency.api.shapes.problem import Shape
from agency.commands.catalogue.probe import probe_model, probe_provider
from agency.commands.requests import catalogue as requests
from agency.limits.gauges import provider_state
from agency.models import Agent, Mode, Model, Profile, Provider, Skill

MODELS: dict[str, Any] = {
    "provider": Provider,
    "model": Model,
    "profile": Profile,
    "agent": Agent,
    "mode": Mode,
    "skill": Skill,
}


def views_of(resource: str) -> tuple[type[Endpoint], type[Endpoint]]:
    """The list and the detail view of a kind of catalogue row."""
    title = resource.capitalize()
    shape, page = getattr(shapes, title), getattr(shapes, f"{title}Page")
    detail = getattr(shapes, f"{title}Detail", shape)
    views = (_list_view(resource, shape, page), _detail_view(resource, shape, detail))
    docs = (f"{title}s of my workspaces.", f"One {resource}.")
    for view, part, doc in zip(views, ("ListView", "View"), docs, strict=True):
        view.__name__ = view.__qualname__ = f"{title}{part}"
        view.__doc__ = doc
    return views


def _list_view(resource: str, shape: type[Shape], page: type[Shape]) -> type[Endpoint]:
    model, body = MODELS[resource], requests.BODIES[resource]

    class ListView(Endpoint):
        @operation(answer=page, parameters=[*PARAMETERS, WORKSPACE])
        def get(self, request: Request) -> Any:
            """By name."""
            rows = model.objects.filter(workspace_id__in=my_workspaces(caller_of(request).user_id))
            rows = by_workspace(request, rows)
            return page_of(request, rows, ("name", "id"), lambda row: requests.card(resource, row))

        @operation(body=body, answer=shape, status=201)
        def post(self, request: Request, body: requests.RowBody) -> Any:
            """Add one to a workspace."""
            return requests.create(caller_of(request).user_id, resource, body)

    return ListView


def _detail_view(resource: str, shape: type[Shape], detail: type[Shape]) -> type[Endpoint]:
    model, body = MODELS[resource], requests.BODIES[resource]

    class DetailView(Endpoint):
        @operation(answer=detail)
        def get(self, request: Request, row_id: UUID) -> Any:
            """All that is set; of a provider also how busy it is."""
            row = catalogue_for(model, caller_of(request).user_id, row_id)
            live = {"state": provider_state(row)} if isinstance(row, Provider) else {}
            return requests.card(resource, row) | live

        @operation(body=body, answer=shape)
        def patch(self, request: Request, row_id: UUID, body: requests.RowBody) -> Any:
            """Change the named fields; a stale `version` is refused."""
            return requests.change(caller_of(request).user_id, resource, row_id, body)

        @operation(status=204)
        def delete(self, request: Request, row_id: UUID) -> Any:
            """Delete it."""
            return requests.delete(caller_of(request).user_id, resource, row_id)

    return DetailView


class ProviderTestView(Endpoint):
    """Does the provider answer?"""

    @operation(answer=shapes.ProbeResult, atomic=False)
    def post(self, request: Request, row_id: UUID) -> Any:
        """Ask the endpoint who it is, with its key."""
        found = probe_provider(user_id=caller_of(request).user_id, provider_id=row_id)
        return vars(found)


class LookView(Endpoint):
    """Which servers are there on this machine?"""

    @operation(body=requests.LookBody, answer=shapes.LocalServers, atomic=False)
    def post(self, request: Request, body: requests.LookBody) -> Any:
        """Ask the usual places of Ollama, LM Studio, vLLM and llama.cpp; no other host."""
        return requests.look(caller_of(request).user_id, body)


class ServedView(Endpoint):
    """Which models does a provider serve?"""

    @operation(body=requests.ServedBody, answer=shapes.ServedModels, atomic=False)
    def post(self, request: Request, row_id: UUID, body: requests.ServedBody) -> Any:
        """Ask it, and add the named ones to the catalogue."""
        return requests.serve(caller_of(request).user_id, row_id, body)


class ModelTestView(Endpoint):
    """Does the model answer?"""

    @operation(answer=shapes.ProbeResult, atomic=False)
    def post(self, request: Request, row_id: UUID) -> Any:
        """Have the model say a word."""
        found = probe_model(user_id=caller_of(request).user_id, model_id=row_id)
        return vars(found)
