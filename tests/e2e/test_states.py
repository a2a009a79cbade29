"""What windows show when things are slow, broken, or not theirs to show."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, BrowserContext, Route, expect

from tests.e2e.conftest import WATCH, watched
from tests.e2e.desk import Desk
from tests.plugin.stack import Stack


def broken(route: Route) -> None:
    """The server fails in the way it always says so."""
    problem = {
        "type": "about:blank",
        "title": "Something went wrong.",
        "status": 500,
        "detail": "The disk is full.",
        "code": "error",
        "instance": "urn:uuid:0199aaaa-0000-7000-8000-000000000001",
    }
    route.fulfill(status=500, json=problem, content_type="application/problem+json")


def test_a_failed_window_says_why_and_tries_again(desk: Desk):
    page = desk.page
    page.route("**/api/tool/**", broken)
    desk.press("g", "t")
    tools = desk.window("tools")
    expect(tools.get_by_role("alert")).to_contain_text("The disk is full.")
    expect(tools.get_by_role("button", name="Copy error id")).to_be_visible()
    page.unroute("**/api/tool/**")
    tools.get_by_role("button", name="Try again").click()
    expect(tools.locator("details.tool-entry").first).to_be_visible()


def test_a_slow_window_shows_a_skeleton(desk: Desk):
    held: list[Route] = []
    desk.page.route("**/api/tool/**", lambda route: held.append(route))
    desk.press("g", "t")
    expect(desk.window("tools").get_by_role("status", name="Loading")).to_be_visible()
    desk.page.unroute("**/api/tool/**")
    for route in held:
        route.continue_()
    expect(desk.window("tools").locator("details.tool-entry").first).to_be_visible()


def test_a_window_whose_code_is_missing_can_be_fetched_again(
    context_for: Callable[..., BrowserContext],
):
    context = context_for(viewport={"width": 1300, "height": 800})
    page = context.new_page()
    desk = Desk(watched(page))
    desk.go("desk")
    page.route("**/windows/tools/index*.js", lambda route: route.abort())
    desk.press("g", "t")
    tools = desk.window("tools")
    expect(tools.get_by_role("alert")).to_contain_text("could not be fetched")
    page.unroute("**/windows/tools/index*.js")
    tools.get_by_role("button", name="Try again").click()
    expect(tools.locator("details.tool-entry").first).to_be_visible()
    page.close()


@pytest.fixture(scope="package")
def editor(browser: Browser, stack: Stack) -> BrowserContext:
    """A browser of an ordinary member of the workspace."""
    name, _token = stack.person()
    context = browser.new_context(base_url=stack.url)
    context.add_init_script(WATCH)
    page = context.new_page()
    page.goto("/login/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill("correct horse 42")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("navigation", name="Main").wait_for()
    page.close()
    return context


def test_an_editor_reads_what_only_owners_change(editor: BrowserContext):
    desk = Desk(watched(editor.new_page()))
    desk.go("settings;tab=workspace")
    settings = desk.window("settings")
    expect(settings).to_contain_text("Only owners of the workspace can change this.")
    expect(settings.get_by_label("Name")).to_be_disabled()
    settings.get_by_role("tab", name="Providers").click()
    expect(settings.get_by_role("button", name="Add a provider")).to_have_count(0)
    assert desk.faults() == []
    desk.page.close()


def test_who_is_not_staff_finds_no_tasks(editor: BrowserContext):
    desk = Desk(watched(editor.new_page()))
    desk.go("tasks")
    expect(desk.window("tasks")).to_contain_text("There is no such window")
    rail = desk.page.get_by_role("navigation", name="Main")
    expect(rail.get_by_role("button", name="Tasks")).to_have_count(0)
    assert desk.faults() == []
    desk.page.close()


def test_a_session_of_somebody_else_is_not_there(
    editor: BrowserContext, new_session: Callable[..., str]
):
    identity = new_session()
    desk = Desk(watched(editor.new_page()))
    desk.go(f"session.{identity}")
    expect(desk.session(identity)).not_to_contain_text("Hello")
    expect(desk.session(identity).get_by_role("textbox", name="Message")).to_have_count(0)
    desk.page.close()
