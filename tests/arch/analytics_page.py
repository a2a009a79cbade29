"""Writes `docs/analytics.md` from the code: `python -m tests.arch.analytics_page`."""

from pathlib import Path

from agency.analytics import KINDS, Kind

PAGE = Path(__file__).resolve().parents[2] / "docs/analytics.md"

HEAD = """# Analytics

What is counted of the use of an installation, for those who run it. The rows stay in its own
database and are sent nowhere. They hold ids, figures and words of closed lists, no text of a
person or a model; they outlive the sessions they are about. This page is written by
`python -m tests.arch.analytics_page`; a test compares it with the code.

`GET /api/analytics/` pages through them, newest first, for staff and for the owners of a
workspace (its own rows); filters are `event`, `session`, `workspace`, `since` and `until`. A row
is `{id, event, workspace_id, user_id, session_id, run_id, at, properties}`; times are in seconds.
`AGENCY_ANALYTICS_DAYS` says how long they are kept; `0` counts nothing.
"""


def _section(name: str, kind: Kind) -> str:
    rows = "\n".join(f"| `{field}` | {said} |" for field, said in kind.properties.items())
    return f"## `{name}`\n\n{kind.when}\n\n| Property | Meaning |\n|---|---|\n{rows}\n"


def page() -> str:
    """The whole page."""
    return HEAD + "\n" + "\n".join(_section(name, kind) for name, kind in KINDS.items())


if __name__ == "__main__":
    PAGE.write_text(page())
