"""The rows of an imported session, with ids of this place."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from agency.commands.copying._imported_files import Outputs
from agency.commands.copying._statement import UNFINISHED, fresh_id
from agency.models import (
    Branch,
    Compaction,
    Interruption,
    Message,
    PastCall,
    Run,
    Session,
    ToolCall,
    ToolGroup,
)
from agency.models.run import LIVE_STATUSES
from agency.models.tool_call import ENDED_STATES
from agency.portable.checking import own_messages, parent_of
from agency.portable.rows import Portable, PortableCall, PortableMessage, Row
from agency.prompt.svg import safe_icon
from framework.db.clock import db_now

BATCH = 500
APART = ("output", "output_name", "by_me")


def insert_rows(
    part: Portable, session: Session, salt: str, *, known: Collection[UUID], outputs: Outputs
) -> None:
    """Write everything that the part holds; what has not ended is ended now."""
    rows = _Rows(session, salt, frozenset(known), outputs, db_now())
    Branch.objects.bulk_create(rows.branches(part), BATCH)
    Run.objects.bulk_create(rows.runs(part), BATCH)
    Message.objects.bulk_create(rows.messages(part), BATCH)
    ToolCall.objects.bulk_create([rows.call(one) for one in part.tool_calls], BATCH)
    ToolGroup.objects.bulk_create(
        [ToolGroup(**rows.of(one) | {"svg": safe_icon(one.svg)}) for one in part.tool_groups]
    )
    done = [one for one in part.compactions if one.state != "running"]
    Compaction.objects.bulk_create(
        [Compaction(**rows.of(one) | {"ended_at": one.ended_at or rows.now}) for one in done]
    )
    Interruption.objects.bulk_create([rows.question(one) for one in part.interruptions], BATCH)
    PastCall.objects.bulk_create([rows.past(one) for one in part.usage], BATCH)


@dataclass(frozen=True)
class _Rows:
    session: Session
    salt: str
    known: frozenset[UUID]
    outputs: Outputs
    now: datetime

    def of(self, row: Row) -> dict[str, Any]:
        """The row's columns: every id a new one, no moment later than now."""
        columns: dict[str, Any] = {"session": self.session}
        for name in type(row).model_fields:
            if name not in APART:
                value = getattr(row, name)
                columns[name] = self._here(value)
        return columns

    def _here(self, value: Any) -> Any:
        if isinstance(value, UUID):
            return fresh_id(self.salt, value)
        return min(value, self.now) if isinstance(value, datetime) else value

    def branches(self, part: Portable) -> list[Branch]:
        """Branches of this person; the heads follow from the messages."""
        own = own_messages(part)
        return [
            Branch(
                **self.of(one),
                created_by_id=self.session.owner_id,
                head_depth=(one.fork_depth or 0) + len(own[one.id]),
            )
            for one in part.branches
        ]

    def runs(self, part: Portable) -> list[Run]:
        """Runs as history."""
        made = []
        for one in part.runs:
            columns = self.of(one)
            if one.status in LIVE_STATUSES:
                columns |= {"status": "stopped", "ended_at": self.now}
            made.append(Run(**columns))
        return made

    def messages(self, part: Portable) -> list[Message]:
        """Messages whose parents follow from their places."""
        own, branches = own_messages(part), {one.id: one for one in part.branches}
        made = []
        for branch in part.branches:
            parent = parent_of(branch, branches, own)
            for one in own[branch.id]:
                made.append(self._message(one, parent))
                parent = one
        return made

    def _message(self, row: PortableMessage, parent: PortableMessage | None) -> Message:
        columns = self.of(row)
        return Message(
            **columns
            | {
                "content": self._content(row) | {"id": str(columns["id"])},
                "parent_id": None if parent is None else fresh_id(self.salt, parent.id),
                "author_id": self.session.owner_id if row.by_me else None,
            }
        )

    def _content(self, row: PortableMessage) -> dict[str, Any]:
        content = row.content.get("content")
        if not isinstance(content, list):
            return row.content
        return row.content | {"content": [self._block(block) for block in content]}

    def _block(self, block: Any) -> Any:
        if not isinstance(block, dict) or "attachment_id" not in block:
            return block
        return block | {"attachment_id": str(fresh_id(self.salt, UUID(block["attachment_id"])))}

    def call(self, row: PortableCall) -> ToolCall:
        """A call with its result, or with the word that it was not finished."""
        columns = self.of(row)
        if row.state not in ENDED_STATES:
            unfinished = {"content": UNFINISHED, "is_error": True}
            columns |= {"state": "cancelled", "result": unfinished, "ended_at": self.now}
        if row.child_session_id not in self.known:
            columns["child_session_id"] = None
        path, digest = self.outputs.get(row.id, ("", ""))
        return ToolCall(**columns, output_path=path, output_digest=digest)

    def question(self, row: Any) -> Interruption:
        """A question that nobody is asked any more."""
        columns = self.of(row)
        if row.status == "pending":
            columns |= {"status": "cancelled", "resolved_at": self.now}
        answered = row.status == "answered"
        return Interruption(**columns, answered_by_id=self.session.owner_id if answered else None)

    def past(self, row: Any) -> PastCall:
        """What a request cost elsewhere."""
        record = row.model_dump(mode="json", exclude={"id", "created_at", "run_id"})
        columns = self.of(row)
        kept = {name: columns[name] for name in ("id", "created_at", "run_id", "session")}
        return PastCall(**kept, record=record)
