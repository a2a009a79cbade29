"""Health, readiness, broker tasks and usage."""

from pydantic import Field

from agency.api.shapes.problem import Bag, IdText, Money, PageShape, Shape, Time


class Health(Shape):
    """The process answers."""

    status: str


class Check(Shape):
    """One thing that must work."""

    ok: bool
    detail: str


class Readiness(Shape):
    """Whether requests can be served and runs can be worked on."""

    status: str
    checks: dict[str, Check]
    counts: dict[str, int]


class TaskRecord(Shape):
    """A broker task as the monitor shows it."""

    task_id: str
    name: str
    args_preview: str
    run_id: IdText | None
    session_id: IdText | None
    session_name: str | None
    state: str
    progress: str
    error: str
    worker: str
    started_at: Time | None
    ended_at: Time | None
    runtime: float | None


class TaskPage(PageShape):
    """Tasks, newest first."""

    results: list[TaskRecord]


class UsageRow(Shape):
    """Totals of one group of the ledger."""

    key: str | None
    label: str | None
    input: int
    output: int
    cache_read: int
    cache_write: int
    cost_usd: Money | None
    cost_is_partial: bool
    calls: int


class UsagePoint(Shape):
    """Totals of one part of a group."""

    key: str | None
    input: int
    output: int
    cache_read: int
    cache_write: int
    cost_usd: Money | None
    cost_is_partial: bool
    calls: int


class UsageGroup(UsageRow):
    """Totals of a group, with their parts when a split is asked for."""

    series: list[UsagePoint] = Field(default_factory=list)


class UsageReport(Shape):
    """Totals over the sessions that the caller may see, and their groups."""

    total: UsageRow
    groups: list[UsageGroup]


class AnalyticsEvent(Shape):
    """One counted thing: figures and ids, no words."""

    id: IdText
    event: str
    workspace_id: IdText | None
    user_id: int | None
    session_id: IdText | None
    run_id: IdText | None
    at: Time
    properties: Bag


class AnalyticsPage(PageShape):
    """Counted things, newest first."""

    results: list[AnalyticsEvent]
