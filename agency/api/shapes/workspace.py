"""People, workspaces, keys and files."""

from typing import Annotated

from pydantic import Field

from agency.api.shapes.catalogue import Agent, Mode, Model, Provider
from agency.api.shapes.problem import Bag, IdText, PageShape, Shape, Time
from agency.api.shapes.run import Interruption
from agency.api.shapes.session import Session


class Suggestion(Shape):
    """A chip of the empty composer: what it says, and what is sent."""

    title: str
    text: str


class Me(Shape):
    """The signed-in person."""

    id: int
    username: str
    name: str
    email: str
    is_staff: bool
    is_superuser: bool
    preferences: Bag
    suggestions: Annotated[list[Suggestion], Field(default_factory=list)]


class Workspace(Shape):
    """What a team shares."""

    id: IdText
    name: str
    system_prompt: str
    default_model_id: IdText | None
    environment_model: str | None
    defaults: Bag
    version: int
    created_at: Time
    updated_at: Time


class MyWorkspace(Workspace):
    """A workspace with the caller's role in it."""

    my_role: str


class Member(Shape):
    """A person's place in a workspace."""

    id: IdText
    user_id: int
    name: str
    username: str
    role: str
    can_answer: bool


class Token(Shape):
    """A program's key; `token` is there once, when it is made."""

    id: IdText
    name: str
    scopes: list[str]
    created_at: Time
    last_used_at: Time | None
    expires_at: Time | None
    revoked_at: Time | None


class NewToken(Token):
    """A fresh key, shown once."""

    token: str | None


class Stored(Shape):
    """A file that was brought; `url` serves its bytes with safe headers."""

    id: IdText
    workspace_id: IdText
    session_id: IdText | None
    owner_id: int | None
    name: str
    media_type: str
    size: int
    sha256: str
    url: str
    created_at: Time


class WorkspaceSnapshot(Shape):
    """The catalogue of a workspace, and the cursor from which to follow it."""

    workspace: MyWorkspace
    agents: list[Agent]
    models: list[Model]
    providers: list[Provider]
    modes: list[Mode]
    cursor: dict[str, int]


class MeSnapshot(Shape):
    """What the interface needs to start."""

    me: Me
    workspaces: list[MyWorkspace]
    sessions: list[Session]
    interruptions: list[Interruption]
    agents: list[Agent]
    models: list[Model]
    providers: list[Provider]
    modes: list[Mode]
    cursor: dict[str, int]


class MemberPage(PageShape):
    """Members of a workspace."""

    results: list[Member]


class TokenPage(PageShape):
    """Keys, newest first."""

    results: list[Token]


class WorkspacePage(PageShape):
    """The caller's workspaces."""

    results: list[MyWorkspace]


class StoredPage(PageShape):
    """Files, newest first."""

    results: list[Stored]
