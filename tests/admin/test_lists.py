"""Every table can be listed and read, at a fixed price, without secrets and without markup."""

from typing import Any

from django.apps import apps
from django.contrib import admin
from django.db import connection
from django.db.models import Model as Row
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from agency.models import Message, Run, Session
from tests.admin.rows import NAME, SECRET, make_rows

OURS: list[type[Row]] = [
    *apps.get_app_config("agency").get_models(),
    *apps.get_app_config("events").get_models(),
]
LISTED: list[type[Row]] = [model for model in admin.site._registry if not model._meta.proxy]


def by_name(model: type[Row]) -> str:
    return model._meta.label


def url(model: type[Row], page: str, *args: Any) -> str:
    """A page of the admin about this model."""
    names = f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}"
    return reverse(names, args=args)


def test_no_table_spells_an_abbreviation_as_a_word() -> None:
    told = " ".join(f"{one._meta.verbose_name} {one._meta.verbose_name_plural}" for one in OURS)
    assert {"API", "MCP"} <= set(told.split())
    assert not {"api", "mcp", "svg", "url", "id", "llm"} & set(told.split())


def queries_of(client: Client, path: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert client.get(path).status_code == 200
    return len(queries)


def rows_shown(client: Client, model: type[Row]) -> int:
    answer = client.get(url(model, "changelist"))
    return len(answer.context["cl"].result_list)


def test_every_table_of_ours_is_listed() -> None:
    assert set(OURS) - set(LISTED) == set()


def test_each_list_costs_the_same_at_five_rows_as_at_fifty(root: Client) -> None:
    for _ in range(5):
        make_rows()
    paths = {model: url(model, "changelist") for model in LISTED}
    root.get(paths[LISTED[0]])  # fills Django's own caches of content types
    few = {by_name(model): queries_of(root, path) for model, path in paths.items()}
    for _ in range(45):
        make_rows()
    many = {by_name(model): queries_of(root, path) for model, path in paths.items()}
    assert many == few
    assert max(many.values()) <= 6
    assert all(rows_shown(root, model) >= 50 for model in LISTED)


def test_a_page_of_a_row_and_of_a_list_shows_no_secret_and_runs_no_name(root: Client) -> None:
    make_rows()
    for model in LISTED:
        pages = [url(model, "changelist")]
        row = model._default_manager.order_by("-pk").first()
        assert row is not None, model
        pages.append(url(model, "change", row.pk))
        for page in pages:
            text = root.get(page).content.decode()
            assert SECRET not in text, page
            assert NAME not in text, page


def test_a_json_column_is_laid_out_and_escaped(root: Client) -> None:
    make_rows()
    row = Message.objects.get()
    text = root.get(url(Message, "change", row.pk)).content.decode()
    assert "<pre>{\n  &quot;content&quot;: &quot;&lt;script&gt;" in text


def test_a_run_leads_to_its_session_and_the_session_to_its_messages(root: Client) -> None:
    make_rows()
    run = Run.objects.get()
    text = root.get(url(Run, "change", run.pk)).content.decode()
    assert f'href="{url(Session, "change", run.session_id)}"' in text
    text = root.get(url(Session, "change", run.session_id)).content.decode()
    way = f"{url(Message, 'changelist')}?session__exact={run.session_id}"
    assert f'href="{way}"' in text
    make_rows()
    assert [row.session_id for row in root.get(way).context["cl"].result_list] == [run.session_id]


def test_a_search_for_nonsense_finds_nothing_and_breaks_nothing(root: Client) -> None:
    make_rows()
    for model in LISTED:
        assert root.get(url(model, "changelist"), {"q": "\x00"}).status_code == 200
        for term in ("no such thing", "'; --", "00000000-0000-0000-0000-000000000000"):
            answer = root.get(url(model, "changelist"), {"q": term})
            assert answer.status_code == 200
            assert list(answer.context["cl"].result_list) == []


def test_the_search_box_says_what_it_takes(root: Client) -> None:
    text = root.get(url(Message, "changelist")).content.decode()
    assert "its id; the id of its session, branch, run" in text


def test_times_are_shown_to_the_second(root: Client) -> None:
    make_rows()
    run = Run.objects.get()
    text = root.get(url(Run, "change", run.pk)).content.decode()
    assert f"{run.queued_at:%Y-%m-%d %H:%M:%S}" in text
