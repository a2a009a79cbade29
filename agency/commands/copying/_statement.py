"""The statements that copy the rows of a session; nothing of them passes through Python.

Note: one statement, one moment. All tables are copied by a single statement with several INSERTs,
so a run that commits meanwhile is either seen whole or not at all, and nobody has to wait. The
new ids need no table of pairs: each is computed from the old one and a secret of this copy. Its
first half, the time, is kept, so that copies sort as their originals do.

Columns are taken from the models: one that is added later is copied as it is unless it is named
here.
"""

import hashlib
from collections.abc import Mapping
from uuid import UUID

from django.db import models

from agency.models import (
    Branch,
    Compaction,
    Interruption,
    Message,
    Run,
    ToolCall,
    ToolGroup,
)
from agency.models.run import LIVE_STATUSES
from agency.models.tool_call import ENDED_STATES
from agency.queries.path import LINEAGE

UNFINISHED = "Not finished when this session was copied. Do not assume that it took effect."

Columns = dict[str, str]


def fresh(column: str) -> str:
    """The copy's id for an old one, null for null."""
    digest = f"left(md5(%(salt)s::text || {column}::text), 15)"
    return f"(left({column}::text, 19) || overlay('8' || {digest} placing '-' from 5 for 0))::uuid"


def _words(words: tuple[str, ...]) -> str:
    return ", ".join(f"'{word}'" for word in words)


_LIVE = f"t.status IN ({_words(LIVE_STATUSES)})"
_OPEN = f"t.state NOT IN ({_words(ENDED_STATES)})"
_PENDING = "t.status = 'pending'"
_NOW = "clock_timestamp()"
_PARTS = f"""(
    SELECT jsonb_agg(CASE WHEN part ? 'attachment_id'
        THEN part || jsonb_build_object('attachment_id', {fresh("(part->>'attachment_id')")})
        ELSE part END ORDER BY place)
    FROM jsonb_array_elements(t.content->'content') WITH ORDINALITY AS parts (part, place))"""
_CONTENT = f"""t.content || jsonb_build_object('id', {fresh("t.id")}::text) || CASE
    WHEN t.content->'content' @> '[{{"type": "image"}}]'
    THEN jsonb_build_object('content', {_PARTS}) ELSE '{{}}'::jsonb END"""
_SESSION: Columns = {"session_id": "%(target)s"}
_BRANCH: Columns = {
    **_SESSION,
    "base_branch_id": fresh("t.base_branch_id"),
}
_RUN: Columns = {
    **_SESSION,
    "execution": "NULL",
    "status": f"CASE WHEN {_LIVE} THEN 'stopped' ELSE t.status END",
    "owner_id": "NULL",
    "stop_requested_at": "NULL",
    "not_before": "NULL",
    "ended_at": f"CASE WHEN {_LIVE} THEN {_NOW} ELSE t.ended_at END",
}
_MESSAGE: Columns = {
    **_SESSION,
    "parent_id": fresh("t.parent_id"),
    "run_id": fresh("t.run_id"),
    "call_id": fresh("t.call_id"),
    "content": _CONTENT,
    "fingerprint": "''",
}
_CALL: Columns = {
    **_SESSION,
    "run_id": fresh("t.run_id"),
    "message_id": fresh("t.message_id"),
    "state": f"CASE WHEN {_OPEN} THEN 'cancelled' ELSE t.state END",
    "result": f"CASE WHEN {_OPEN} THEN %(unfinished)s::jsonb ELSE t.result END",
    "ended_at": f"CASE WHEN {_OPEN} THEN {_NOW} ELSE t.ended_at END",
    "deadline": "NULL",
    "fence": "NULL",
    "child_session_id": "NULL",
    "output_path": "regexp_replace(t.output_path, '^.*/', %(outputs)s::text)",
}
_GROUP: Columns = {**_SESSION, "message_id": fresh("t.message_id")}
_SUMMARY: Columns = {**_SESSION, "run_id": fresh("t.run_id"), "model_call": "NULL"}
_QUESTION: Columns = {
    **_SESSION,
    "run_id": fresh("t.run_id"),
    "tool_call_id": fresh("t.tool_call_id"),
    "status": f"CASE WHEN {_PENDING} THEN 'cancelled' ELSE t.status END",
    "resolved_at": f"CASE WHEN {_PENDING} THEN {_NOW} ELSE t.resolved_at END",
    "budget_id": "NULL",
    "budget_version": "NULL",
}


def _insert(model: type[models.Model], source: str, columns: Columns) -> str:
    """Copy the rows `t` of `source`; a name of no column is a mistake that tests find."""
    changed = {"id": fresh("t.id"), **columns}
    known = [str(one.column) for one in model._meta.local_concrete_fields]
    assert not set(changed) - set(known), sorted(set(changed) - set(known))
    names = ", ".join(f'"{name}"' for name in known)
    values = ", ".join(changed.get(name, f't."{name}"') for name in known)
    return f'INSERT INTO "{model._meta.db_table}" ({names}) SELECT {values} FROM {source}'


def _together(begin: str, inserts: Mapping[str, str]) -> str:
    parts = [f"{name} AS ({insert} RETURNING 1)" for name, insert in inserts.items()]
    return f"{begin}{', '.join(parts)} SELECT COUNT(*) FROM messages"


def _all_of(table: str, more: str = "") -> str:
    return f"agency_{table} t WHERE t.session_id = %(source)s{more}"


_OF_BRANCH: Columns = {"branch_id": fresh("t.branch_id")}
WHOLE = _together(
    "WITH ",
    {
        "branches": _insert(Branch, _all_of("branch"), _BRANCH),
        "runs": _insert(Run, _all_of("run"), _RUN | _OF_BRANCH),
        "messages": _insert(Message, _all_of("message"), _MESSAGE | _OF_BRANCH),
        "calls": _insert(ToolCall, _all_of("toolcall"), _CALL),
        "groups": _insert(ToolGroup, _all_of("toolgroup"), _GROUP),
        "summaries": _insert(
            Compaction, _all_of("compaction", " AND t.state <> 'running'"), _SUMMARY | _OF_BRANCH
        ),
        "questions": _insert(Interruption, _all_of("interruption"), _QUESTION),
    },
)
"""Everything of one session but what waits, what runs and what it cost."""

_ON_TARGET: Columns = {"branch_id": "%(branch)s"}
_NAMED_LINEAGE = LINEAGE.replace("%s", "%(base)s").rstrip()
_SHOWN = f"""{_NAMED_LINEAGE}, shown AS (
    SELECT m.id, m.run_id FROM lineage l JOIN agency_message m
      ON m.branch_id = l.id AND m.depth <= LEAST(l.upto, %(upto)s)
     AND m.depth > COALESCE(l.fork_depth, 0)
), worked AS (SELECT DISTINCT run_id AS id FROM shown WHERE run_id IS NOT NULL), """
_OF_SHOWN = "t WHERE t.message_id IN (SELECT id FROM shown)"
_OF_WORKED = "IN (SELECT id FROM worked)"
_SUMMED = """lineage l JOIN agency_compaction t
    ON t.branch_id = l.id AND t.depth <= LEAST(l.upto, %(upto)s) AND t.state <> 'running'"""
_OF_PATH: Columns = {
    "run_id": f"CASE WHEN t.run_id {_OF_WORKED} THEN {fresh('t.run_id')} END",
}
PATH = _together(
    _SHOWN,
    {
        "runs": _insert(Run, f"agency_run t WHERE t.id {_OF_WORKED}", _RUN | _ON_TARGET),
        "messages": _insert(
            Message, "shown JOIN agency_message t ON t.id = shown.id", _MESSAGE | _ON_TARGET
        ),
        "calls": _insert(ToolCall, f"agency_toolcall {_OF_SHOWN}", _CALL),
        "groups": _insert(ToolGroup, f"agency_toolgroup {_OF_SHOWN}", _GROUP),
        "summaries": _insert(Compaction, _SUMMED, _SUMMARY | _ON_TARGET | _OF_PATH),
        "questions": _insert(
            Interruption,
            "agency_interruption t JOIN agency_toolcall c ON c.id = t.tool_call_id "
            "WHERE c.message_id IN (SELECT id FROM shown)",
            _QUESTION,
        ),
    },
)
"""What one branch shows, up to a depth, as the only branch of the copy."""


def fresh_id(salt: str, old: UUID) -> UUID:
    """The same id as the statements compute."""
    digest = hashlib.md5(f"{salt}{old}".encode(), usedforsecurity=False).hexdigest()[:15]
    return UUID(f"{str(old)[:19]}8{digest[:3]}-{digest[3:]}")
