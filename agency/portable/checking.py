"""Whether what an export says fits together; nothing of it is believed before."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from langchain_core.messages import messages_from_dict

from agency.portable.reading import refusal
from agency.portable.rows import Portable, PortableBranch, PortableMessage
from framework.core.ids import parse_uuid

ENDED = ("done", "failed", "denied", "cancelled", "unknown")
DEEPEST = 30
NOBODY = UUID(int=0)
LISTS = (
    "attachments", "branches", "runs", "messages", "tool_calls", "tool_groups", "compactions",
    "interruptions", "usage",
)  # fmt: skip


class Checker:
    """Checks the sessions of one file in their order, and remembers what they may refer to."""

    def __init__(self) -> None:
        self.ids: set[UUID] = set()
        self.sessions: set[UUID] = set()
        self.calls: dict[UUID, UUID] = {}
        self.claimed: set[UUID] = set()
        self.depths: dict[UUID | None, int] = {None: -1}
        self.number = -1

    def check(self, part: Portable) -> None:
        """Raise NotAnExport that names every place at fault, or remember the session."""
        self.number += 1
        faults = _Faults(f"sessions.{self.number}")
        self._ids(part, faults)
        self._above(part, faults)
        _references(part, faults)
        _once(part, faults)
        faults.refuse()
        _paths(part, faults)
        _contents(part, faults)
        faults.refuse()
        self.sessions.add(part.session.id)
        self.depths[part.session.id] = self.depths[part.session.parent_id] + 1
        self.calls |= {one.id: part.session.id for one in part.tool_calls}

    def _ids(self, part: Portable, faults: "_Faults") -> None:
        found = [("session", part.session.id)]
        found += [(f"{n}.{at}", row.id) for n in LISTS for at, row in enumerate(getattr(part, n))]
        for place, identity in found:
            if identity in self.ids:
                faults.add(f"{place}.id", "is there twice")
            self.ids.add(identity)

    def _above(self, part: Portable, faults: "_Faults") -> None:
        session = part.session
        if session.parent_id is not None and session.parent_id not in self.sessions:
            faults.add("session.parent_id", "names no session that stands before this one")
        elif self.depths[session.parent_id] >= DEEPEST:
            faults.add("session.parent_id", f"stands more than {DEEPEST} deep")
        call = session.parent_call_id
        if call is None:
            return
        if session.parent_id is None or self.calls.get(call) != session.parent_id:
            faults.add("session.parent_call_id", "names no call of the parent")
        elif call in self.claimed:
            faults.add("session.parent_call_id", "is there twice")
        self.claimed.add(call)


class _Faults:
    def __init__(self, where: str) -> None:
        self.where = where
        self.found: dict[str, list[str]] = {}

    def add(self, place: str, text: str) -> None:
        self.found.setdefault(f"{self.where}.{place}", []).append(text)

    def refuse(self) -> None:
        if self.found:
            raise refusal(self.found)


def _references(part: Portable, faults: _Faults) -> None:
    rows: Any = {name: {one.id for one in getattr(part, name)} for name in LISTS}
    turns = {one.id for one in part.messages if one.role == "ai"}
    for name, column, known in (
        ("branches", "base_branch_id", rows["branches"]),
        ("runs", "branch_id", rows["branches"]),
        ("messages", "branch_id", rows["branches"]),
        ("messages", "run_id", rows["runs"]),
        ("messages", "call_id", rows["tool_calls"]),
        ("tool_calls", "run_id", rows["runs"]),
        ("tool_calls", "message_id", turns),
        ("tool_groups", "message_id", turns),
        ("compactions", "branch_id", rows["branches"]),
        ("compactions", "run_id", rows["runs"]),
        ("interruptions", "run_id", rows["runs"]),
        ("interruptions", "tool_call_id", rows["tool_calls"]),
        ("usage", "run_id", rows["runs"]),
    ):
        for at, row in enumerate(getattr(part, name)):
            value = getattr(row, column)
            if value is not None and value not in known:
                faults.add(f"{name}.{at}.{column}", "names nothing in this session")
    if part.session.active_branch_id not in {None, *rows["branches"]}:
        faults.add("session.active_branch_id", "names nothing in this session")
    if part.messages and part.session.active_branch_id is None:
        faults.add("session.active_branch_id", "is missing")


def _once(part: Portable, faults: _Faults) -> None:
    _unique(faults, "messages", [(one.branch_id, one.depth) for one in part.messages])
    turns = [
        (one.run_id, one.step) if one.role == "ai" and one.run_id and one.step is not None else None
        for one in part.messages
    ]
    _unique(faults, "messages", turns)
    results = [one.call_id if one.role == "tool" else None for one in part.messages]
    _unique(faults, "messages", results)
    _unique(faults, "tool_calls", [(one.message_id, one.idx) for one in part.tool_calls])
    names = [(one.message_id, one.provider_call_id) for one in part.tool_calls]
    _unique(faults, "tool_calls", names)
    _unique(faults, "tool_groups", [one.message_id for one in part.tool_groups])
    for at, call in enumerate(part.tool_calls):
        if (call.state in ENDED) != (call.result is not None):
            faults.add(f"tool_calls.{at}.result", "is there when the call has ended, and only then")
        elif call.result is not None and not _is_result(call.result):
            faults.add(f"tool_calls.{at}.result", "must have `content` and `is_error`")
    for at, row in enumerate(part.interruptions):
        if (row.status == "answered") != (row.answer is not None):
            faults.add(f"interruptions.{at}.answer", "is there when it was answered, and only then")


def _is_result(result: dict[str, Any]) -> bool:
    return isinstance(result.get("content"), str) and isinstance(result.get("is_error"), bool)


def _unique(faults: _Faults, name: str, keys: Sequence[Any]) -> None:
    seen: set[Any] = set()
    for at, key in enumerate(keys):
        if key is not None and key in seen:
            faults.add(f"{name}.{at}", "takes a place that is taken")
        seen.add(key)


def own_messages(part: Portable) -> dict[UUID, list[PortableMessage]]:
    """The messages of each branch in their order."""
    own: dict[UUID, list[PortableMessage]] = {one.id: [] for one in part.branches}
    for row in sorted(part.messages, key=lambda one: one.depth):
        own[row.branch_id].append(row)
    return own


def bases_first(branches: Iterable[PortableBranch]) -> list[PortableBranch]:
    """The branches, each after its base; those of a circle are left out."""
    waiting: dict[UUID | None, list[PortableBranch]] = {}
    for one in branches:
        waiting.setdefault(one.base_branch_id, []).append(one)
    ordered = list(waiting.pop(None, []))
    for one in ordered:  # grows while it is walked
        ordered += waiting.pop(one.id, [])
    return ordered


def _paths(part: Portable, faults: _Faults) -> None:
    """Branches have a beginning and no holes, and part where a turn has ended."""
    ordered = bases_first(part.branches)
    if len(ordered) < len(part.branches):
        faults.add("branches", "some have each other as base")
        return
    numbers = {one.id: at for at, one in enumerate(part.branches)}
    known = {one.id: one for one in part.branches}
    own, heads = own_messages(part), {}
    for branch in ordered:
        place = f"branches.{numbers[branch.id]}"
        begin = branch.fork_depth or 0
        rows = own[branch.id]
        heads[branch.id] = begin + len(rows)
        if (branch.base_branch_id is None) != (branch.fork_depth is None):
            faults.add(f"{place}.fork_depth", "is there when there is a base, and only then")
        elif branch.base_branch_id is not None and begin > heads[branch.base_branch_id]:
            faults.add(f"{place}.fork_depth", "is beyond the end of its base")
        elif begin and not ((fork := parent_of(branch, known, own)) and fork.settled):
            faults.add(f"{place}.fork_depth", "is where no turn has ended")
        if [one.depth for one in rows] != list(range(begin + 1, begin + len(rows) + 1)):
            faults.add(place, "its messages leave holes, or begin elsewhere")
        else:
            _groups(part, rows, place, faults)
    for at, row in enumerate(part.compactions):
        if row.depth > heads[row.branch_id]:
            faults.add(f"compactions.{at}.depth", "is beyond the end of its branch")


def parent_of(
    branch: PortableBranch,
    known: Mapping[UUID, PortableBranch],
    own: Mapping[UUID, Sequence[PortableMessage]],
) -> PortableMessage | None:
    """The message after which the branch leaves its base; None where it leaves before all."""
    depth, base = branch.fork_depth or 0, branch.base_branch_id
    while base is not None:
        begin = known[base].fork_depth or 0
        if depth > begin:
            place = depth - begin - 1
            return own[base][place] if place < len(own[base]) else None
        base = known[base].base_branch_id
    return None


def _groups(part: Portable, rows: Sequence[PortableMessage], place: str, faults: _Faults) -> None:
    """Every call of a turn has its result right after it; only the last turn may lack all."""
    open_calls: list[str] = []
    for row in rows:
        if row.role == "tool":
            if not open_calls or row.content.get("tool_call_id") != open_calls.pop(0):
                faults.add(place, f"the result at depth {row.depth} belongs to no call before it")
                return
            expected = not open_calls
        elif open_calls:
            faults.add(place, f"a result is missing before depth {row.depth}")
            return
        else:
            open_calls = _calls_of(row)
            expected = not open_calls
        if row.settled != expected:
            faults.add(place, f"`settled` is wrong at depth {row.depth}")
            return
    if open_calls:
        last = rows[-1]
        calls = [one for one in part.tool_calls if one.message_id == last.id]
        names = [one.provider_call_id for one in sorted(calls, key=lambda one: one.idx)]
        if last.role != "ai" or names != open_calls:
            faults.add(place, "its last group of calls is half there")


def _calls_of(row: PortableMessage) -> list[str]:
    calls = row.content.get("tool_calls") if row.role == "ai" else None
    return [str(one.get("id")) for one in calls or [] if isinstance(one, dict)]


def _contents(part: Portable, faults: _Faults) -> None:
    """Every content is one of LangChain's messages."""
    for at, row in enumerate(part.messages):
        place = f"messages.{at}.content"
        try:
            messages_from_dict([{"type": row.role, "data": row.content}])
        except Exception:  # whatever the library raises, the content is at fault
            faults.add(place, f"is no {row.role} message")
            continue
        content: Any = row.content.get("content")
        for block in content if isinstance(content, list) else []:
            _block(row, block, place, faults)


def _block(row: PortableMessage, block: Any, place: str, faults: _Faults) -> None:
    """People and tools say words and show pictures; a picture is an attachment, never an address.

    One that the file does not hold is shown as missing.
    """
    kind = block.get("type") if isinstance(block, dict) else "text"
    if row.role != "ai" and kind not in ("text", "image"):
        faults.add(place, f"holds a part of the kind {str(kind)[:40]!r}")
    elif kind == "image" and set(block) != {"type", "attachment_id", "mime_type"}:
        faults.add(place, "a picture must name an attachment, and nothing else")
    elif isinstance(block, dict) and parse_uuid(block.get("attachment_id", NOBODY)) is None:
        faults.add(place, "a picture must name an attachment by its id")
