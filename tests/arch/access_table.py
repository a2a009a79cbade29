"""Who may call what: one line for each method of each address."""

from typing import Any

ROLES = ("anonymous", "stranger", "staff", "viewer", "editor", "answerer", "owner")
OK = 0
"""Neither 401 nor 403 nor 404."""


def _who(*statuses: int) -> dict[str, int]:
    return dict(zip(ROLES, statuses, strict=True))


# What each role gets:  anonymous, stranger, staff, viewer, editor, answerer, owner.
OPEN = _who(OK, OK, OK, OK, OK, OK, OK)
SELF = _who(401, OK, OK, OK, OK, OK, OK)
STAFF = _who(401, 403, OK, 403, 403, 403, 403)
KEEPERS = _who(401, 403, OK, 403, 403, 403, OK)
READ = _who(401, 404, 404, OK, OK, OK, OK)
EDIT = _who(401, 404, 404, 403, OK, OK, OK)
OWN = _who(401, 404, 404, 403, 403, 403, OK)
MINE = _who(401, 404, 404, 404, 404, 404, OK)
ANSWER = _who(401, 404, 404, 403, 403, OK, OK)

Line = tuple[dict[str, int], Any]
NONE: dict[str, Any] = {}
NAME = {"name": "New name"}
TEXT = {"text": "hello"}

SESSION: dict[str, dict[str, Line]] = {
    "<uuid:session_id>/": {
        "GET": (READ, None),
        "PATCH": (EDIT, NAME),
        "DELETE": (OWN, None),
    },
    "<uuid:session_id>/message/": {"GET": (READ, None), "POST": (EDIT, TEXT)},
    "<uuid:session_id>/message/<uuid:message_id>/edit/": {"POST": (EDIT, TEXT)},
    "<uuid:session_id>/message/<uuid:message_id>/regenerate/": {"POST": (EDIT, NONE)},
    "<uuid:session_id>/message/<uuid:message_id>/fork/": {"POST": (EDIT, {"rerun": True})},
    "<uuid:session_id>/queue/": {"GET": (READ, None)},
    "<uuid:session_id>/queue/resume/": {"POST": (EDIT, NONE)},
    "<uuid:session_id>/queue/<uuid:message_id>/": {
        "PATCH": (EDIT, {**TEXT, "version": 1}),
        "DELETE": (EDIT, None),
    },
    "<uuid:session_id>/branch/": {"GET": (READ, None)},
    "<uuid:session_id>/branch/<uuid:branch_id>/": {"PATCH": (EDIT, NAME), "DELETE": (EDIT, None)},
    "<uuid:session_id>/branch/<uuid:branch_id>/switch/": {"POST": (EDIT, NONE)},
    "<uuid:session_id>/branch/<uuid:branch_id>/compare/<uuid:other_id>/": {"GET": (READ, None)},
    "<uuid:session_id>/stop/": {"POST": (EDIT, NONE)},
    "<uuid:session_id>/close/": {"POST": (EDIT, NONE)},
    "<uuid:session_id>/resume/": {"POST": (EDIT, NONE)},
    "<uuid:session_id>/title/": {"POST": (EDIT, NONE)},
    "<uuid:session_id>/group-meta/": {"POST": (EDIT, {"message_id": "{answer_id}"})},
    "<uuid:session_id>/invoke/": {"POST": (EDIT, TEXT)},
    "<uuid:session_id>/compact/": {"POST": (EDIT, NONE)},
    "export/": {"GET": (SELF, None)},
    "import/": {"POST": (EDIT, NONE)},
    "<uuid:session_id>/export/": {"GET": (READ, None)},
    "<uuid:session_id>/duplicate/": {"POST": (EDIT, NONE)},
    "<uuid:session_id>/child/": {"GET": (READ, None)},
    "<uuid:session_id>/event/": {"GET": (READ, None)},
    "<uuid:session_id>/usage/": {"GET": (READ, None)},
    "<uuid:session_id>/stream/": {"GET": (READ, None)},
}
# Those that name a session.
OF_ONE = {route: lines for route, lines in SESSION.items() if route.startswith("<")}
LAUNCH = {"agent": "{agent}"}
ADDED = {**NAME, "workspace_id": "{workspace}"}
RULE = {"scope": "workspace", "scope_id": "{workspace}", "pattern": "Read", "outcome": "ask"}

CAP = {"scope": "workspace", "workspace_id": "{workspace}", "unit": "usd", "limit": 5}


def _catalogue(noun: str, write: dict[str, int], body: dict[str, Any]) -> dict[str, Any]:
    return {
        f"{noun}/": {"GET": (SELF, None), "POST": (write, {**ADDED, **body})},
        f"{noun}/<uuid:row_id>/": {
            "GET": (READ, None),
            "PATCH": (write, NAME),
            "DELETE": (write, None),
        },
    }


def _file(noun: str, read: dict[str, int], write: dict[str, int]) -> dict[str, Any]:
    return {
        f"{noun}/": {"GET": (SELF, None), "POST": (EDIT, "form")},
        f"{noun}/<uuid:file_id>/": {
            "GET": (read, None),
            "PATCH": (write, NAME),
            "DELETE": (write, None),
        },
        f"{noun}/<uuid:file_id>/content/": {"GET": (read, None)},
    }


REST: dict[str, dict[str, Line]] = {
    "health/": {"GET": (OPEN, None)},
    "ready/": {"GET": (OPEN, None)},
    "me/": {"GET": (SELF, None), "PATCH": (SELF, {"preferences": {}})},
    "me/snapshot/": {"GET": (SELF, None)},
    "me/event/": {"GET": (SELF, None)},
    "me/stream/": {"GET": (SELF, None)},
    "token/": {"GET": (SELF, None), "POST": (SELF, NAME)},
    "token/<uuid:token_id>/": {"GET": (MINE, None), "DELETE": (MINE, None)},
    "workspace/": {"GET": (SELF, None)},
    "workspace/<uuid:workspace_id>/": {"GET": (READ, None), "PATCH": (OWN, NAME)},
    "workspace/<uuid:workspace_id>/defaults/": {
        "GET": (READ, None),
        "PATCH": (OWN, {"defaults": {}}),
    },
    "workspace/<uuid:workspace_id>/member/": {
        "GET": (READ, None),
        "POST": (OWN, {"username": "{newcomer}"}),
    },
    "workspace/<uuid:workspace_id>/member/<uuid:member_id>/": {
        "PATCH": (OWN, {"role": "viewer"}),
        "DELETE": (OWN, None),
    },
    "workspace/<uuid:workspace_id>/snapshot/": {"GET": (READ, None)},
    "workspace/<uuid:workspace_id>/event/": {"GET": (READ, None)},
    "workspace/<uuid:workspace_id>/stream/": {"GET": (READ, None)},
    **_catalogue("provider", OWN, {"kind": "demo"}),
    **_catalogue("model", EDIT, {"provider_id": "{provider}", "model_id": "another"}),
    **_catalogue("profile", EDIT, {}),
    **_catalogue("agent", EDIT, {}),
    **_catalogue("mode", EDIT, {"slug": "another"}),
    **_catalogue("skill", EDIT, {}),
    "provider/look/": {"POST": (OWN, {"workspace_id": "{workspace}"})},
    "provider/<uuid:row_id>/test/": {"POST": (EDIT, NONE)},
    "provider/<uuid:row_id>/served/": {"POST": (EDIT, NONE)},
    "model/<uuid:row_id>/test/": {"POST": (EDIT, NONE)},
    "tool/": {"GET": (SELF, None)},
    "tool/<uuid:tool_id>/": {"GET": (SELF, None)},
    "policy/": {"GET": (SELF, None), "POST": (OWN, RULE)},
    "policy/<uuid:policy_id>/": {"GET": (READ, None), "DELETE": (OWN, None)},
    **_file("document", READ, OWN),
    **_file("photo", MINE, MINE),
    **_file("attachment", READ, OWN),
    "session/": {"GET": (SELF, None), "POST": (EDIT, LAUNCH)},
    "thread/": {"GET": (SELF, None), "POST": (EDIT, LAUNCH)},
    **{f"session/{route}": lines for route, lines in SESSION.items()},
    **{f"thread/{route}": lines for route, lines in SESSION.items()},
    "run/": {"GET": (SELF, None)},
    "run/<uuid:run_id>/": {"GET": (READ, None)},
    "run/<uuid:run_id>/stop/": {"POST": (EDIT, NONE)},
    "tool-call/<uuid:call_id>/": {"GET": (READ, None)},
    "tool-call/<uuid:call_id>/output/": {"GET": (READ, None)},
    "interruption/": {"GET": (SELF, None)},
    "interruption/<uuid:interruption_id>/": {"GET": (READ, None), "PATCH": (ANSWER, TEXT)},
    "search/": {"GET": (SELF, None)},
    "history/": {"GET": (SELF, None)},
    "task/": {"GET": (STAFF, None)},
    "task/<str:task_id>/": {"GET": (STAFF, None)},
    "usage/": {"GET": (SELF, None)},
    "analytics/": {"GET": (KEEPERS, None)},
    "budget/": {"GET": (SELF, None), "POST": (OWN, CAP)},
    "budget/<uuid:budget_id>/": {
        "GET": (READ, None),
        "PATCH": (OWN, {"limit": 9}),
        "DELETE": (OWN, None),
    },
    "schema/": {"GET": (SELF, None)},
    "docs/": {"GET": (SELF, None)},
}

# Close codes; OK is a socket that stays open.
SOCKETS: dict[str, dict[str, int]] = {
    "channel/": _who(4401, OK, OK, OK, OK, OK, OK),
    "channel/task/": _who(4401, 4403, OK, 4403, 4403, 4403, 4403),
    "channel/thread/": _who(4401, OK, OK, OK, OK, OK, OK),
    "channel/thread/<uuid:session_id>/": _who(4401, 4404, 4404, OK, OK, OK, OK),
}
