"""Sessions with everything in them, to be copied, and what makes two of them equal."""

import io
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from langchain_core.messages import messages_from_dict

from agency.commands.copying.import_sessions import Imported, import_sessions
from agency.commands.session._body import MessageBody, Picture
from agency.commands.session.edit_message import edit_message
from agency.commands.session.send_message import send_message
from agency.files import outputs_folder
from agency.models import (
    Branch,
    Compaction,
    Interruption,
    Message,
    Run,
    Session,
    ToolCall,
    ToolGroup,
)
from agency.prompt.history import valid_history
from agency.prompt.svg import safe_icon
from agency.queries.path import full_path
from agency.queries.session_export import export_json
from framework.db.clock import db_now
from tests.factories import DOT, World, say
from tests.one_worker import OneWorker

TABLES: tuple[Any, ...] = (Branch, Run, Message, ToolCall, ToolGroup, Compaction, Interruption)
SHAPE = '<circle cx="5" cy="5" r="2"/>'
ICON = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">{SHAPE}</svg>'
LOOSE = {"session_id", "fingerprint", "child_session_id", "fence", "deadline", "model_call"}
"""What belongs to the one session and not to what it says."""


def fill(session: Session) -> None:
    """Five rounds of tools, a picture, two more branches, names, a summary, a whole output."""
    for number in range(5):
        say(session, f"Round {number}.")
        work(session, "peek", "counter")
    first = Message.objects.get(session=session, depth=1)
    edited = edit_message(
        user_id=session.owner_id,
        session_id=session.id,
        message_id=first.id,
        body=MessageBody(text="Otherwise."),
    )
    assert edited.run is not None
    work(session, "peek")
    branch = Branch.objects.get(session=session, base_branch__isnull=False)
    Branch.objects.filter(id=branch.id).update(name="Other", hidden=True)
    picture = MessageBody(text="Look.", images=[Picture("image/png", DOT)])
    send_message(user_id=session.owner_id, session_id=session.id, body=picture)
    work(session)
    _extras(session)
    session.refresh_from_db()


def _extras(session: Session) -> None:
    turn = Message.objects.filter(session=session, calls__isnull=False).order_by("id")[0]
    ToolGroup.objects.create(session=session, message=turn, name="Looking", svg=safe_icon(ICON))
    Compaction.objects.create(
        session=session,
        branch=turn.branch,
        run=turn.run,
        depth=5,
        reason="manual",
        state="done",
        summary="They looked.",
        tokens_before=100,
        ended_at=db_now(),
    )
    call = ToolCall.objects.filter(message=turn).order_by("idx")[0]
    folder = outputs_folder(session.id)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{call.id}.txt").write_text("The whole of it.")
    call.output_path = f"outputs/{session.id}/{call.id}.txt"
    call.save(update_fields=["output_path"])


def work(session: Session, *tools: str) -> OneWorker:
    """A worker takes the live run to its end, by a group of calls if there are any."""
    worker = OneWorker(session)
    worker.claims()
    if tools:
        worker.answers(*tools)
        for _ in tools:
            worker.finishes(worker.begins())
        worker.closes()
    worker.answers()
    return worker


def told(session: Session) -> dict[str, list[dict[str, Any]]]:
    """Every row of the session, its own ids replaced by the place of the row in its table."""
    rows = {
        model.__name__: list(
            model.objects.filter(session_id=session.id).order_by("created_at", "id").values()
        )
        for model in TABLES
    }
    pictures = list(session.attachment_set.order_by("created_at", "id"))
    places = {row["id"]: place for some in rows.values() for place, row in enumerate(some)}
    places |= {one.id: place for place, one in enumerate(pictures)}
    names = {str(identity): place for identity, place in places.items()}
    body = {
        name: [{key: _plain(key, value, places, names) for key, value in row.items()} for row in
               some]
        for name, some in rows.items()
    }  # fmt: skip
    body["Session"] = [
        {
            "overrides": session.overrides,
            "active": places.get(session.active_branch_id) if session.active_branch_id else None,
            "mode": session.mode_id,
            "agent": session.agent_id,
            "pictures": [one.sha256 for one in pictures],
        }
    ]
    return body


def _plain(key: str, value: Any, places: dict[UUID, int], names: dict[str, int]) -> Any:
    if key in LOOSE:
        return None
    if key == "output_path":
        return value.rsplit("/", 1)[-1]
    if isinstance(value, UUID):
        return places.get(value, value)
    return _replaced(value, names) if key == "content" else value


def _replaced(value: Any, names: dict[str, int]) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [_replaced(one, names) for one in value]
    if isinstance(value, dict):
        return {name: _replaced(one, names) for name, one in value.items()}
    return value


def ids_of(session: Session) -> set[UUID]:
    """The ids of all rows of the session."""
    found: set[UUID] = {session.id}
    for model in TABLES:
        found |= set(model.objects.filter(session_id=session.id).values_list("id", flat=True))
    return found | set(session.attachment_set.values_list("id", flat=True))


def check_paths(session: Session) -> None:
    """Every path is whole, ends where a turn may end, and is one that a model can be sent."""
    branches: Iterable[Branch] = Branch.objects.filter(session=session)
    for branch in branches:
        path = full_path(branch.id)
        rows = [{"type": one.role, "data": one.content} for one in path]
        assert valid_history(messages_from_dict(rows)) == []
        assert [one.depth for one in path] == list(range(1, branch.head_depth + 1))
        assert [one.parent_id for one in path[1:]] == [one.id for one in path[:-1]]
        assert all(one.session_id == session.id for one in path)
        assert all(one.content["id"] == str(one.id) for one in path)
        assert not path or path[-1].settled


def exported(session: Session, *, one: bool = True) -> str:
    """The session as JSON, else all of its owner's."""
    out = io.StringIO()
    export_json(out, session.owner_id, session.id if one else None)
    return out.getvalue()


def taken(text: str, world: World, **more: Any) -> Imported:
    """The export imported by the world's owner."""
    return import_sessions(
        user_id=world.owner.pk, workspace_id=world.workspace.id, raw=text.encode(), **more
    )
