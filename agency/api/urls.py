"""The addresses of REST. `/api/thread/` is a second address of `/api/session/`."""

from typing import Any

from django.urls import URLPattern, path, re_path

from agency.api import (
    analytics,
    budget,
    catalogue,
    copying,
    file,
    health,
    me,
    message,
    operation,
    run,
    schema,
    search,
    session,
    small,
    stream,
    tool,
    usage,
    workspace,
)
from agency.api.unknown import unknown

SESSION = "<uuid:session_id>/"
MESSAGE = f"{SESSION}message/<uuid:message_id>/"
BRANCH = f"{SESSION}branch/<uuid:branch_id>/"

SESSION_ROUTES: list[tuple[str, Any]] = [
    ("", session.SessionListView),
    ("import/", copying.ImportView),
    ("export/", copying.ExportAllView),
    (SESSION, session.SessionView),
    (f"{SESSION}message/", message.MessageListView),
    (f"{MESSAGE}edit/", message.EditView),
    (f"{MESSAGE}regenerate/", message.RegenerateView),
    (f"{MESSAGE}fork/", message.ForkView),
    (f"{SESSION}queue/", message.QueueView),
    (f"{SESSION}queue/resume/", message.QueueResumeView),
    (f"{SESSION}queue/<uuid:message_id>/", message.QueuedView),
    (f"{SESSION}branch/", message.BranchListView),
    (BRANCH, message.BranchView),
    (f"{BRANCH}switch/", message.SwitchView),
    (f"{BRANCH}compare/<uuid:other_id>/", message.CompareView),
    (f"{SESSION}stop/", session.StopView),
    (f"{SESSION}close/", session.CloseView),
    (f"{SESSION}resume/", session.ResumeView),
    (f"{SESSION}title/", small.TitleView),
    (f"{SESSION}group-meta/", small.GroupMetaView),
    (f"{SESSION}invoke/", session.InvokeView),
    (f"{SESSION}duplicate/", copying.DuplicateView),
    (f"{SESSION}export/", copying.ExportView),
    (f"{SESSION}compact/", small.CompactView),
    (f"{SESSION}child/", session.ChildListView),
    (f"{SESSION}event/", session.SessionEventView),
    (f"{SESSION}usage/", session.SessionUsageView),
]


def session_routes(noun: str) -> list[URLPattern]:
    """The routes of sessions under one of their two names."""
    views = [path(f"{noun}/{route}", view.as_view()) for route, view in SESSION_ROUTES]
    return [*views, path(f"{noun}/{SESSION}stream/", stream.session_events)]


def catalogue_routes() -> list[URLPattern]:
    """List and detail of every kind of catalogue row."""
    routes = []
    for resource in catalogue.MODELS:
        listed, detail = catalogue.views_of(resource)
        routes += [
            path(f"{resource}/", listed.as_view()),
            path(f"{resource}/<uuid:row_id>/", detail.as_view()),
        ]
    return routes


def file_routes() -> list[URLPattern]:
    """List, detail and content of every kind of file."""
    routes = []
    for kind in ("document", "photo", "attachment"):
        listed, detail, content = file.views_of(kind)
        routes += [
            path(f"{kind}/", listed.as_view()),
            path(f"{kind}/<uuid:file_id>/", detail.as_view()),
            path(f"{kind}/<uuid:file_id>/content/", content.as_view()),
        ]
    return routes


WORKSPACE = "workspace/<uuid:workspace_id>/"

urlpatterns = [
    path("health/", health.HealthView.as_view()),
    path("ready/", health.ReadyView.as_view()),
    path("me/", me.MeView.as_view()),
    path("me/snapshot/", me.MeSnapshotView.as_view()),
    path("me/event/", me.MeEventView.as_view()),
    path("me/stream/", stream.my_events),
    path("token/", me.TokenListView.as_view()),
    path("token/<uuid:token_id>/", me.TokenView.as_view()),
    path("workspace/", workspace.WorkspaceListView.as_view()),
    path(WORKSPACE, workspace.WorkspaceView.as_view()),
    path(f"{WORKSPACE}defaults/", workspace.DefaultsView.as_view()),
    path(f"{WORKSPACE}member/", workspace.MemberListView.as_view()),
    path(f"{WORKSPACE}member/<uuid:member_id>/", workspace.MemberView.as_view()),
    path(f"{WORKSPACE}snapshot/", workspace.WorkspaceSnapshotView.as_view()),
    path(f"{WORKSPACE}event/", workspace.WorkspaceEventView.as_view()),
    path(f"{WORKSPACE}stream/", stream.workspace_events),
    *catalogue_routes(),
    path("provider/look/", catalogue.LookView.as_view()),
    path("provider/<uuid:row_id>/test/", catalogue.ProviderTestView.as_view()),
    path("provider/<uuid:row_id>/served/", catalogue.ServedView.as_view()),
    path("model/<uuid:row_id>/test/", catalogue.ModelTestView.as_view()),
    path("tool/", tool.ToolListView.as_view()),
    path("tool/<uuid:tool_id>/", tool.ToolView.as_view()),
    path("policy/", tool.PolicyListView.as_view()),
    path("policy/<uuid:policy_id>/", tool.PolicyView.as_view()),
    *file_routes(),
    *session_routes("session"),
    *session_routes("thread"),
    path("run/", run.RunListView.as_view()),
    path("run/<uuid:run_id>/", run.RunView.as_view()),
    path("run/<uuid:run_id>/stop/", run.RunStopView.as_view()),
    path("tool-call/<uuid:call_id>/", run.ToolCallView.as_view()),
    path("tool-call/<uuid:call_id>/output/", run.ToolOutputView.as_view()),
    path("interruption/", run.InterruptionListView.as_view()),
    path("interruption/<uuid:interruption_id>/", run.InterruptionView.as_view()),
    path("search/", search.SearchView.as_view()),
    path("history/", search.HistoryView.as_view()),
    path("task/", operation.TaskListView.as_view()),
    path("task/<str:task_id>/", operation.TaskView.as_view()),
    path("analytics/", analytics.AnalyticsView.as_view()),
    path("budget/", budget.BudgetListView.as_view()),
    path("budget/<uuid:budget_id>/", budget.BudgetView.as_view()),
    path("usage/", usage.UsageView.as_view()),
    path("schema/", schema.SchemaView.as_view(), name="schema"),
    path("docs/", schema.docs, name="docs"),
    re_path("", unknown),
]
